import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

test("the programs of the README run, and print what it says", () => {
    const folder = mkdtempSync(join(tmpdir(), "superko-readme-"));
    try {
        mkdirSync(join(folder, "node_modules"));
        symlinkSync(join(here, ".."), join(folder, "node_modules", "superko"), "junction");
        for (const name of ["board.mjs", "my-board.mjs"]) {
            cpSync(join(here, name), join(folder, name));
        }
        const text = readFileSync(join(here, "..", "README.md"), "utf8");
        const programs = [...text.matchAll(/```js\n\/\/ (\S+)\n([^]*?)```\n(?:\n```text\n([^]*?)```)?/g)];
        assert.deepEqual(programs.map(([, name]) => name), ["careless.mjs", "rules.test.mjs"]);
        for (const [, name, program, printed = ""] of programs) {
            writeFileSync(join(folder, name), program);
            // A test runner within a test runner reports otherwise.
            const { NODE_TEST_CONTEXT, ...env } = process.env;
            const output = execFileSync(process.execPath, name.includes(".test.") ? ["--test", name] : [name], {
                cwd: folder, encoding: "utf8", env,
            });
            let rest = output;
            for (const line of printed.split("\n").filter((line) => line !== "" && line !== "...")) {
                assert.ok(rest.includes(line), `${name} does not print \`${line}\`, or not there: ${output}`);
                rest = rest.slice(rest.indexOf(line) + line.length);
            }
            assert.ok(!name.includes(".test.") || /\bpass 17\b/.test(output), output);
        }
    } finally {
        rmSync(folder, { recursive: true });
    }
});
