// `node certify.mjs [--json] [NAME...]`: certifies the boards in this folder under the rules that they claim, and reports what
// each really plays.
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { certify } from "superko";

const here = readdirSync(import.meta.dirname ?? new URL(".", import.meta.url));
const others = ["certify.mjs", "gtp.mjs", "refusals.mjs"];
const all = here.filter((name) => name.endsWith(".mjs") && !others.includes(name)).map((name) => basename(name, ".mjs"));
const words = process.argv.slice(2);
const names = words.filter((word) => word !== "--json");

for (const name of names.length > 0 ? names : all) {
    if (!all.includes(name)) {
        console.error(`${name} is not among ${all.join(", ")}`);
        process.exitCode = 2;
        continue;
    }
    let adapter;
    try {
        adapter = await import(`./${name}.mjs`);
    } catch (error) {
        console.log(`SKIPPED: ${name} could not be loaded: ${error.message.split("\n")[0]}`);
        continue;
    }
    const { rules, options, ...boards } = adapter;
    const [makeBoard] = Object.values(boards);
    const result = certify(makeBoard, { rules, name, level: "smoke", ...options });
    if (words.includes("--json")) {
        console.log(JSON.stringify(result));
        continue;
    }
    console.log(`${name}: ${result.verdict} (${rules}), ${result.seconds.toFixed(1)} s`);
    console.log(`    ${result.diagnosis?.sentence ?? "no finding"}`);
    for (const { id, again, reference, engine } of result.findings) {
        console.log(`    ${id}\n        ${again}\n        reference: ${reference}; board: ${engine}`);
    }
    for (const { what, again } of result.faults) {
        console.log(`    ${what}\n        ${again}`);
    }
}
