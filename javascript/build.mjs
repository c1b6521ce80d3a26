// Builds `dist/` from the Rust sources: `npm run prepare`, which `npm install` runs automatically. The published package
// includes `dist/`.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const dist = join(here, "dist");
const TARGET = "wasm32-unknown-unknown";

function fail(why) {
    console.error(`superko: ${why}`);
    process.exit(1);
}

/** Runs a program and returns its output, or `undefined` if there is no such program. */
function run(program, ...words) {
    const done = spawnSync(program, words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1e8 });
    if (done.error?.code === "ENOENT") {
        return undefined;
    }
    if (done.error || done.status !== 0) {
        fail(`\`${program} ${words.join(" ")}\` failed${done.error ? `: ${done.error.message}` : ""}`);
    }
    return done.stdout;
}

if (!existsSync(join(root, "Cargo.lock"))) {
    fail(`the Rust sources must be next to this folder, but ${root} has none: install from a clone of the repository`);
}
const library = run("rustc", "--print", "target-libdir", "--target", TARGET)?.trim();
if (library === undefined) {
    fail("building needs Rust, but there is no `rustc`: install Rust 1.95 or later from https://rustup.rs");
}
if (!existsSync(library) && (run("rustup", "target", "add", TARGET) === undefined || !existsSync(library))) {
    fail(`Rust has no standard library for WebAssembly: install the one for ${TARGET}`);
}
const built = run("cargo", "build", "--locked", "--profile", "wasm", "--target", TARGET, "-p", "superko-javascript",
    "--message-format", "json-render-diagnostics");
if (built === undefined) {
    fail("there is a `rustc`, but no `cargo`: install Rust from https://rustup.rs");
}
const artifacts = built.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
const module = artifacts.flatMap(({ filenames }) => filenames ?? []).find((name) => name.endsWith("superko_javascript.wasm"));

mkdirSync(dist, { recursive: true });
const work = mkdtempSync(join(dist, "work-"));
run("cargo", "run", "--quiet", "--locked", "--release", "-p", "superko-bindgen", "--", module, work);

const script = readFileSync(join(work, "superko.js"), "utf8");
const wasm = readFileSync(join(work, "superko_bg.wasm"));
const parts = ["board", "options", "door"].map((name) => `
parts["./${name}.cjs"] = (() => {
const module = {};
${readFileSync(join(here, `${name}.cjs`), "utf8")}
return module.exports;
})();`);
writeFileSync(join(work, "superko.cjs"), `${script}\nmodule.exports = wasm_bindgen;\n`);
copyFileSync(join(work, "superko_bg.wasm"), join(work, "superko.wasm"));
writeFileSync(
    join(work, "browser.mjs"),
    `// Superko, in one file; built out of https://github.com/superko-go/superko.
${script}
await wasm_bindgen({ module_or_path: Uint8Array.from(atob("${wasm.toString("base64")}"), (byte) => byte.charCodeAt(0)) });
const loaded = wasm_bindgen;
const parts = {};
const require = (name) => parts[name];
${parts.join("")}
${readFileSync(join(here, "browser.mjs"), "utf8")}`,
);
// All files are moved at once at the end, so that a half-finished build is never used.
for (const name of ["superko.cjs", "superko.wasm", "browser.mjs"]) {
    renameSync(join(work, name), join(dist, name));
}
rmSync(work, { recursive: true });
