// Uses the pages of the matrix in Chromium: matrix.mjs CHROMIUM FOLDER. Exits with 1 where they do not do as they should.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import path from "node:path";
import puppeteer from "puppeteer-core";

const [chromium, folder] = process.argv.slice(2);
const grid = pathToFileURL(path.resolve(folder, "index.html")).href;
const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox"] });
try {
  await filters();
  await game();
  await withoutScript();
} finally {
  await browser.close();
}
console.log(`${folder}: the grid, its filters and a game, all well`);

function shown(page) {
  return page.$$eval("#grid tbody tr", (rows) => rows.filter((row) => !row.hidden).map((row) => row.querySelector("a").textContent));
}

// By keyboard: each filter leaves the rows that have its value, the address keeps the choice, and the button shows all again.
async function filters() {
  const page = await browser.newPage();
  await page.goto(grid);
  const all = await shown(page);
  assert.ok(all.length >= 40, `${all.length} rows`);
  const names = all.map((name) => name.toLowerCase());
  assert.deepEqual(names, [...names].sort(), "by name");
  await page.focus("[name=kind]");
  await page.keyboard.type("lib");
  const libraries = await shown(page);
  assert.ok(libraries.length > 10 && libraries.length < all.length, `${libraries.length} libraries`);
  await page.select("[name=plays]", "positional superko");
  await page.select("[name=verdict]", "conforms");
  const exact = await shown(page);
  assert.ok(exact.length > 0 && exact.length < libraries.length, exact.join(", "));
  assert.equal(await page.$eval("#shown", (text) => text.textContent), `${exact.length} of ${all.length} shown`);

  const again = await browser.newPage();
  await again.goto(page.url());
  assert.deepEqual(await shown(again), exact, "the address keeps the filters");
  await again.focus("#filters button");
  await again.keyboard.press("Enter");
  await again.waitForFunction((count) => document.querySelectorAll("#grid tbody tr:not([hidden])").length === count, {}, all.length);
  await again.close();
  await page.close();
}

// From a finding in the grid to its game in one step, and through the game by keys.
async function game() {
  const page = await browser.newPage();
  await page.goto(grid);
  await page.focus("#grid td.deviates a");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  const id = new URL(page.url()).hash.slice(1);
  assert.match(id, /^finding-\d+$/);
  await page.waitForFunction((finding) => document.activeElement.id === finding, {}, id);
  const turn = () => page.$eval(`#${id}`, (finding) => Number(finding.dataset.turn));
  const last = await turn();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await turn(), last - 1);
  await page.close();
}

// Without the script, everything is there but the filters.
async function withoutScript() {
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.goto(grid);
  assert.equal(await page.$("#filters:not([hidden])"), null);
  assert.ok((await page.$$("#grid tbody tr")).length >= 40);
  const links = await page.$$eval("#played a", (all) => all.length);
  assert.ok(links >= 30, `${links} engines by what they play`);
  await page.close();
}
