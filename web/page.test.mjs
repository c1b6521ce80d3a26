// The page in Chromium, opened from disk. `check` runs it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const url = pathToFileURL(process.env.PAGE).href;
let browser, page, wrong;

before(async () => {
    // Whoever runs as root has no sandbox.
    browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
});
after(() => browser?.close());

/** A new page, at a game if one is given as the fields of a link. */
async function open(fields = "", { width = 1280, height = 860, theme = "light" } = {}) {
    await page?.close();
    page = await browser.newPage();
    wrong = [];
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
    page.on("request", (request) => !/^(file|data):/.test(request.url()) && wrong.push(`it asks for ${request.url()}`));
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    await page.goto(url + (fields && `#${fields}`));
}

const text = (selector) => page.$eval(selector, (element) => element.textContent);
const all = (selector) => page.$$eval(selector, (elements) => elements.map((element) => element.textContent));
const setup = (rules, size = "5x5") => `game=${size}+${encodeURIComponent(rules)}`;

/** Clicks a point of the board by its name. */
async function click(name) {
    const box = await (await page.$("#board svg")).boundingBox();
    const [columns, rows] = await page.$eval("#board svg", (svg) => {
        const { width, height } = svg.viewBox.baseVal;
        return [width - 1, height - 1];
    });
    const column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".indexOf(name[0]) + 1, row = rows + 1 - Number(name.slice(1));
    await page.mouse.click(box.x + (column / (columns + 1)) * box.width, box.y + (row / (rows + 1)) * box.height);
}

async function picture(name) {
    if (process.env.PICTURES) {
        await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`) });
    }
}

/** Nothing went wrong on the page, and nothing was fetched. */
function quiet() {
    assert.deepEqual(wrong, []);
}

test("it opens with a ko, and says why the retake is refused and what it repeats", async () => {
    await open();
    assert.match(await text("#why h2"), /White C3 is refused/);
    assert.match(await text("#why"), /Repeats the position after turn 8, 2 turns back\./);
    assert.equal((await page.$$("#why figure")).length, 2);
    assert.match(await text("#why .rule"), /^TT6 A turn is a pass, or else a move/);
    await picture("opening");
    quiet();
});

test("stones are placed, taken back, and refused with the earlier position", async () => {
    await open(setup("tromp-taylor", "2x1"));
    for (const name of ["A1", "B1"]) {
        await click(name);
    }
    assert.deepEqual(await all("#turns li"), ["A1", "B1"]);
    await click("A1");
    assert.deepEqual(await all("#turns li"), ["A1", "B1"]);
    assert.match(await text("#why"), /Black A1 is refused.*Repeats the position after turn 1, 2 turns back/s);
    assert.match((await all("#why figcaption")).at(-1), /after turn 1, B A1/);
    await page.click("#undo");
    assert.deepEqual(await all("#turns li"), ["A1"]);
    quiet();
});

test("two passes end the game, and the score is told", async () => {
    await open(`${setup("tromp-taylor")}&turns=C3`);
    await page.click("#pass");
    await page.click("#pass");
    assert.match(await text("#turn"), /The game is over: Black wins/);
    assert.match(await text("#why"), /Black 25, White 0/);
    assert.ok(await page.$eval("#pass", (button) => button.disabled));
    await click("A1");
    assert.match(await text("#why"), /A1 is refused.*The game is over/s);
    quiet();
});

test("where the rules ask the players, they say which stones are dead, or disagree", async () => {
    await open(`${setup("beginners", "3x3")}&turns=B2.C3.A3.C2.pass.pass`);
    assert.match(await text("#why"), /Black 2, White 2.*click them/s);
    await click("C3");
    assert.match(await text("#why"), /Black 9, White 0.*The players agree that C2, C3 are dead/s);
    await picture("agreed");
    assert.match(await page.evaluate(() => location.hash), /agreed/);
    await click("C2");
    assert.match(await text("#why"), /Black 2, White 2/);
    assert.doesNotMatch(await text("#why"), /The players agree/);
    await open(`${setup("chinese", "3x3")}&turns=B2.C3.pass.pass`);
    await (await page.$("#why .chips button")).click();
    assert.match(await text("#turn"), /Black to move/);
    await click("C2");
    assert.equal(await text("#turns [aria-current]"), "C2");
    quiet();
});

test("it is played by keyboard alone", async () => {
    await open(setup("tromp-taylor", "3x3"));
    await page.focus("#board");
    for (const key of ["ArrowUp", "Enter", "ArrowUp", "ArrowLeft", "ArrowLeft", "Enter", "p", "u", ",", "."]) {
        await page.keyboard.press(key);
    }
    assert.deepEqual(await all("#turns li"), ["B2", "A2"]);
    assert.equal(await text("#turns [aria-current]"), "A2");
    await page.keyboard.press("Home");
    assert.match(await text("#score"), /^turn 0/);
    // Every control can be reached.
    const reached = new Set();
    for (let press = 0; press < 40; press++) {
        await page.keyboard.press("Tab");
        reached.add(await page.evaluate(() => document.activeElement.id));
    }
    for (const id of ["pass", "size", "fresh", "tab-rules", "set", "switch-repetition"]) {
        assert.ok(reached.has(id), `${id} of ${[...reached]}`);
    }
    quiet();
});

test("rules are chosen by name and by switch", async () => {
    await open(`${setup("tromp-taylor", "2x1")}&turns=A1`);
    assert.equal((await page.$$("#board .bad")).length, 0);
    await page.select("#set", "aga");
    assert.match(page.url(), /aga/);
    await page.select("#switch-suicide", "allowed");
    assert.match(page.url(), /repetition%3Dsituational/);
    await page.select("#switch-last-pass", "anybody");
    await page.select("#switch-passes", "four");
    for (let pass = 0; pass < 3; pass++) {
        await page.click("#pass");
    }
    assert.match(await text("#turn"), /Black to move|White to move/);
    await page.click("#pass");
    assert.match(await text("#turn"), /The game is over/);
    quiet();
});

test("two rule sets are compared on the game, on each point, and by the shortest example", async () => {
    // Situational superko allows the suicide of a lone stone.
    await open(`${setup("tromp-taylor", "3x1")}&turns=B1&versus=repetition%3Dsituational`);
    await page.click("#tab-compare");
    assert.match(await text("#why"), /These plays are judged differently under repetition=situational:A1C1/);
    assert.equal((await page.$$("#board .differs")).length, 2);
    await page.click("#find");
    await page.waitForFunction(() => !document.getElementById("find"));
    const card = await text("#compare");
    assert.match(card, /1x1 tromp-taylor: B A1/);
    assert.match(card, /tromp-taylor: Black A1 is refused: suicide of a lone stone/);
    assert.match(card, /repetition=situational: Black A1 is legal/);
    await picture("compare");
    // A turn that only one of both accepts.
    await open(`${setup("repetition=none", "2x1")}&turns=A1.B1.A1&versus=tromp-taylor`);
    await page.click("#tab-compare");
    assert.match(await text("#compare"), /B A1.*tromp-taylor: repeats the position after turn 1.*no longer the same game/s);
    assert.equal((await page.$$("#turns .fork")).length, 1);
    // Every rule set beside every other: found, or told that there is none.
    const missing = await page.evaluate(() => {
        const names = CATALOG.sets.map(({ name }) => name);
        const apart = [];
        for (const one of names) {
            for (const other of names) {
                const same = JSON.parse(rulesOf(one)).name === JSON.parse(rulesOf(other)).name;
                if (one < other && !same && shortestDifference(one, other) === "null") {
                    apart.push(`${one} ${other}`);
                }
            }
        }
        return apart;
    });
    // Under positional superko the suicide of a lone stone repeats; what players agree on is looked for in no game.
    const alike = ["ing simplified-ing", "ing tromp-taylor", "simplified-ing tromp-taylor", "basic ing", "basic simplified-ing",
        "basic tromp-taylor", "basic-7a chinese-written", "beginners chinese"];
    assert.deepEqual(missing.sort(), alike.sort());
    quiet();
});

test("a file is read, judged and stepped through", async () => {
    await open();
    await page.click("#tab-load");
    await page.click("#sample");
    assert.match(await text("#games .verdict"), /Move 9, B C4, is illegal \(TT6\/simple-ko\): it repeats the position after move 7/);
    assert.match(await text("#why"), /Black C4 is refused/);
    assert.equal(await text("#turns [aria-current].illegal"), "C4");
    await page.click("#back");
    assert.equal(await text("#turns [aria-current]"), "C3");
    await picture("judged");
    const two = "(;SZ[3]RU[Tromp-Taylor]KM[0]RE[B+9];B[bb];W[];B[])(;SZ[9];B[aa];B[bb])";
    await page.$eval("#text", (area, two) => { area.value = two; }, two);
    await page.click("#read");
    assert.equal((await all("#games li")).length, 2);
    assert.match((await all("#games li"))[0], /as the record says/);
    await (await page.$$("#games li button"))[1].click();
    assert.deepEqual(await all("#turns li"), ["A9", "pass", "B8"]);
    const settled = "(;SZ[3]RU[beginners]KM[0]RE[B+9]GC[agreed=C3];B[bb];W[ca];B[];W[])";
    await page.$eval("#text", (area, settled) => { area.value = settled; }, settled);
    await page.click("#read");
    assert.match(await text("#why"), /Black 9, White 0.*The players agree that C3 is dead/s);
    for (const [unreadable, why] of [["hello", /Paste an SGF file/], ["(;SZ[99])", /99/], ["3x3 tromp-taylor: B Z9", /Z9/]]) {
        await page.$eval("#text", (area, text) => { area.value = text; }, unreadable);
        await page.click("#read");
        assert.match(await text("#games .wrong"), why);
    }
    quiet();
});

test("every event has its text, and all but a few a board; every rule says whether it is in force", async () => {
    await open();
    const events = await page.evaluate(() => CATALOG.events.map(({ id }) => [id, exampleOf(id) !== "null"]));
    const without = events.filter(([, has]) => !has).map(([id]) => id);
    assert.ok(events.length > 30 && without.length < 12, `no game for ${without}`);
    await page.click("#tab-learn");
    await page.type("#seek", "repeat-initial");
    await page.click("[data-id=repeat-initial]");
    assert.match(await text("#learn .open"), /2x1 tromp-taylor: B A1, W pass, B B1/);
    await picture("learn");
    await page.click("#learn .open button");
    assert.match(await text("#why"), /Black B1 is refused.*Repeats the empty starting board/s);
    await page.$eval("#seek", (input) => { input.value = ""; });
    await page.type("#seek", "TT6/situational");
    await page.click("[data-id='TT6/situational']");
    assert.match(await text("#learn .open"), /not in force under tromp-taylor.*repetition=situational/s);
    quiet();
});

test("a link holds the game, the rules, the turn and the other rules", async () => {
    await open(`${setup("aga,passes=three")}&turns=C3.D3.pass&at=2&versus=chinese`);
    assert.equal(await text("#turns [aria-current]"), "D3");
    const link = page.url();
    await page.click("#tab-share");
    assert.ok((await text("#share")).includes("W D3, B pass"));
    await page.goto("about:blank");
    await page.goto(link);
    assert.equal(page.url(), link);
    assert.deepEqual(await all("#turns li"), ["C3", "D3", "pass"]);
    await open("game=99x99+aga&turns=A1");
    assert.match(await text("#why"), /This is not possible.*99x99/s);
    await open(`${setup("tromp-taylor")}&turns=C3&at=nonsense&versus=nonsense`);
    assert.match(await text("#turn"), /to move/);
    quiet();
});

test("it fits a phone, light and dark", async () => {
    for (const theme of ["light", "dark"]) {
        await open("", { width: 360, height: 740, theme });
        assert.equal(await page.$eval("html", (root) => root.dataset.theme), theme);
        for (const tab of ["rules", "compare", "load", "learn", "share"]) {
            await page.$eval(`#tab-${tab}`, (button) => button.click());
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(wide <= 360, `${tab} is ${wide} wide`);
        }
        await page.$eval("#tab-rules", (button) => button.click());
        await page.evaluate(() => scrollTo(0, 0));
        await picture(`phone-${theme}`);
    }
    const small = await page.$$eval(".play button:not(#turns button), [role=tab]", (buttons) =>
        buttons.filter((button) => button.getBoundingClientRect().height < 36).map((button) => button.id));
    assert.deepEqual(small, []);
    quiet();
});

test("a long game on 19x19 is shown at once", async () => {
    await open(setup("tromp-taylor", "19x19"));
    const times = await page.evaluate(() => {
        // Any game will do: points in a fixed order that goes round.
        const points = Array.from({ length: 250 }, (_, turn) => (turn * 83) % 361);
        const turns = points.map((place) => `${LETTERS[place % 19]}${Math.floor(place / 19) + 1}`);
        const time = (act) => {
            const start = performance.now();
            act();
            return Math.round(performance.now() - start);
        };
        const load = time(() => show({ setup: "19x19 tromp-taylor", turns, at: turns.length, versus: "" }));
        return { load, back: time(() => go(state.at - 1)), on: time(() => go(state.at + 1)), hover: time(() => ask(3, true)) };
    });
    console.log(`250 turns on 19x19, in milliseconds: ${JSON.stringify(times)}`);
    quiet();
});
