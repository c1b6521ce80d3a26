"""Reads JUnit XML with junitparser: the numbers it names are those of its cases, and it fails where something deviates. With
--schema FILE.xsd each report is held against that schema, too."""

import argparse
import xmlschema
from junitparser import JUnitXml

arguments = argparse.ArgumentParser()
arguments.add_argument("--schema")
arguments.add_argument("reports", nargs="+")
arguments = arguments.parse_args()
schema = arguments.schema and xmlschema.XMLSchema(arguments.schema)

for path in arguments.reports:
    xml = JUnitXml.fromfile(path)
    told = (xml.tests, xml.failures, xml.errors)
    xml.update_statistics()
    assert told == (xml.tests, xml.failures, xml.errors), path
    conforms = any(f"/{name}/" in path for name in ("reference", "chinese", "optimized"))
    assert (xml.failures + xml.errors == 0) == conforms, path
    if schema:
        schema.validate(path)
        # A report that is none has to be refused.
        with open(path, encoding="utf-8") as file:
            assert not schema.is_valid(file.read().replace("testcase", "case")), path
    print(f"{path}: {xml.tests} cases, {xml.failures} failures, {xml.errors} errors{', valid' if schema else ''}")
