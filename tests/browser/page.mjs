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
    for (const width of [360, 400, 1200, 2000]) {
      await page.setViewport({ width, height: 800 });
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(needed <= width, `${file} is ${needed} wide at ${width}, ${scheme}`);
      assert.deepEqual(await cut(page), [], `${file} at ${width}`);
      if (shots) {
        const name = `${path.basename(path.dirname(file))}-${path.basename(file, ".html")}-${scheme}-${width}.png`;
        await page.screenshot({ path: path.join(shots, name), fullPage: true });
      }
    }
  }
  await page.click("#theme");
  assert.equal(await page.$eval("html", (root) => root.dataset.theme), "light");
  if (findings > 0) await marks(page);
  if (findings > 0) await steps(page, url);
  assert.deepEqual(wrong, [], file);
  console.log(`${file}: ${findings} ${findings === 1 ? "finding" : "findings"}, all well`);
  await page.close();
}

// What is wider than its place, so that a reader would have to scroll sideways.
function cut(page) {
  return page.$$eval("table, pre, dl, .board, .notes, h2, li", (all) => all
    .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.getBoundingClientRect().right > window.innerWidth)
    .map((part) => `${part.tagName}: ${part.textContent.slice(0, 60)}`));
}

// The point in dispute has the only mark, and it is where the last turn would be played. Each note begins a line of its own.
async function marks(page) {
  const wrong = await page.$$eval(".finding", (all) => all.filter((finding) => {
    const vertex = finding.querySelector(".turns li:last-child a")?.textContent.split(" ")[1];
    const shown = [...finding.querySelectorAll(".play .ring, .play .cross, .play .question")]
      .filter((mark) => !mark.hasAttribute("display"));
    if (vertex === undefined || vertex === "pass") return shown.length > 0;
    const { beginning } = finding.querySelector(".play .points").dataset;
    const circles = [...finding.querySelectorAll(".play .points circle")];
    const columns = new Set(circles.map((circle) => circle.getAttribute("cx"))).size;
    const place = (Number(vertex.slice(1)) - 1) * columns + "ABCDEFGHJKLMNOPQRSTUVWXYZ".indexOf(vertex[0]);
    const at = `translate(${circles[place].getAttribute("cx")} ${circles[place].getAttribute("cy")})`;
    const isBefore = finding.dataset.shown === "before";
    return beginning.length !== circles.length || shown.length !== 1 || shown[0].getAttribute("transform") !== at
      || shown[0].classList.contains("question") !== isBefore;
  }).map((finding) => finding.id));
  assert.deepEqual(wrong, []);
  const notes = await page.$$eval(".notes li", (all) => all.map((note) => note.getBoundingClientRect().top));
  assert.ok(notes.every((top, place) => place === 0 || top > notes[place - 1]), notes.join(" "));
}

async function steps(page, url) {
  const at = () => page.$eval("#finding-1", (finding) => Number(finding.dataset.turn));
  const stones = () => page.$$eval("#finding-1 .play .points .black, #finding-1 .play .points .white", (all) => all.length);
  const last = await page.$eval("#finding-1", (finding) => Number(finding.dataset.last));
  if (last === 0) {
    assert.equal(await page.$("#finding-1 .controls"), null);
    return;
  }
  assert.equal(await at(), last);
  // What the script draws at the end is what stands there without it.
  const drawn = () => page.$eval("#finding-1 .play svg", (svg) => [...svg.querySelectorAll(".points *, .ring, .cross, .question")]
    .map((part) => part.getAttribute("display") ? "" : `${part.getAttribute("class") ?? ""} ${part.getAttribute("transform") ?? ""}`.trim()));
  const now = () => page.$eval("#finding-1 .now", (words) => words.textContent);
  const [atEnd, saidAtEnd] = [await drawn(), await now()];
  await page.setJavaScriptEnabled(false);
  await page.goto(url);
  assert.deepEqual(await drawn(), atEnd);
  assert.equal(await now(), saidAtEnd);
  await page.setJavaScriptEnabled(true);
  await page.goto(url);
  await page.click("#finding-1 [data-step=first]");
  assert.equal(await at(), 0);
  const beginning = await stones();
  await page.click("#finding-1 [data-step=on]");
  assert.equal(await at(), 1);
  assert.ok(page.url().endsWith("#finding-1-turn-1"));
  assert.match(await now(), last === 1 ? /^(Before|After) turn 1 of 1: / : /^Turn 1 of /);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await at(), 0);
  assert.equal(await stones(), beginning);
  await page.keyboard.press("ArrowRight");
  assert.equal(await at(), 1);
  await page.goto("about:blank");
  await page.goto(`${url}#finding-1-turn-1`);
  await page.waitForFunction(() => document.activeElement.id === "finding-1", { timeout: 10_000 });
  assert.equal(await at(), 1);
  // Back at the turn in dispute, the page is as it was.
  await page.click("#finding-1 [data-step=last]");
  assert.deepEqual(await drawn(), atEnd);
  assert.equal(await now(), saidAtEnd);
}
