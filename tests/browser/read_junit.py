"""Reads JUnit XML with junitparser: the numbers it names are those of its cases, and it fails where something deviates."""

import sys
from junitparser import JUnitXml

for path in sys.argv[1:]:
    xml = JUnitXml.fromfile(path)
    told = (xml.tests, xml.failures, xml.errors)
    xml.update_statistics()
    assert told == (xml.tests, xml.failures, xml.errors), path
    assert (xml.failures + xml.errors == 0) == ("/reference/" in path), path
    print(f"{path}: {xml.tests} cases, {xml.failures} failures, {xml.errors} errors")
