// Opens reports in Chromium: page.mjs CHROMIUM [--shots FOLDER] FILE... Exits with 1 where a page does not do as it should.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import path from "node:path";
import puppeteer from "puppeteer-core";

const [chromium, ...rest] = process.argv.slice(2);
const shots = rest[0] === "--shots" ? rest.splice(0, 2)[1] : undefined;
const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox"] });
try {
  for (const file of rest) await check(path.resolve(file));
} finally {
  await browser.close();
}

async function check(file) {
  const page = await browser.newPage();
  const url = pathToFileURL(file).href;
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => wrong.push(message.text()));
  page.on("dialog", (dialog) => { wrong.push(dialog.message()); dialog.dismiss(); });
  page.on("request", (request) => {
    if (!request.url().startsWith("data:") && request.url().split("#")[0] !== url) wrong.push(request.url());
  });
  await page.goto(url);
  const findings = await page.$$eval(".finding", (all) => all.length);
  for (const scheme of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    for (const width of [360, 1200]) {
      await page.setViewport({ width, height: 800 });
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(needed <= width, `${file} is ${needed} wide at ${width}, ${scheme}`);
      if (shots) {
        const name = `${path.basename(path.dirname(file))}-${path.basename(file, ".html")}-${scheme}-${width}.png`;
        await page.screenshot({ path: path.join(shots, name), fullPage: true });
      }
    }
  }
  await page.click("#theme");
  assert.equal(await page.$eval("html", (root) => root.dataset.theme), "light");
  if (findings > 0) await steps(page, url);
  assert.deepEqual(wrong, [], file);
  console.log(`${file}: ${findings} ${findings === 1 ? "finding" : "findings"}, all well`);
  await page.close();
}

async function steps(page, url) {
  const at = () => page.$eval("#finding-1", (finding) => Number(finding.dataset.turn));
  const stones = () => page.$$eval("#finding-1 .play .points .black, #finding-1 .play .points .white", (all) => all.length);
  const last = await page.$eval("#finding-1", (finding) => Number(finding.dataset.last));
  assert.equal(await at(), last);
  // What the script draws at the end is what stands there without it.
  const drawn = () => page.$eval("#finding-1 .play svg", (svg) => [...svg.querySelectorAll(".points *, .ring, .cross")]
    .map((part) => part.getAttribute("display") ? "" : `${part.getAttribute("class") ?? ""} ${part.getAttribute("transform") ?? ""}`.trim()));
  const atEnd = await drawn();
  await page.setJavaScriptEnabled(false);
  await page.goto(url);
  assert.deepEqual(await drawn(), atEnd);
  await page.setJavaScriptEnabled(true);
  await page.goto(url);
  await page.click("#finding-1 [data-step=first]");
  assert.equal(await at(), 0);
  const beginning = await stones();
  if (last > 0) {
    await page.click("#finding-1 [data-step=on]");
    assert.equal(await at(), 1);
    assert.ok(page.url().endsWith("#finding-1-turn-1"));
    assert.match(await page.$eval("#finding-1 .now", (now) => now.textContent), /^Turn 1 of /);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await at(), 0);
    assert.equal(await stones(), beginning);
    await page.keyboard.press("ArrowRight");
    assert.equal(await at(), 1);
    await page.goto("about:blank");
    await page.goto(`${url}#finding-1-turn-1`);
    await page.waitForFunction(() => document.activeElement.id === "finding-1", { timeout: 10_000 });
    assert.equal(await at(), 1);
  }
}
