// The page in Chromium, opened from disk. `check` runs it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
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
        return [width, height];
    });
    const column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".indexOf(name[0]) + 0.5, row = rows + 0.5 - Number(name.slice(1));
    await page.mouse.click(box.x + (column / columns) * box.width, box.y + (row / rows) * box.height);
}

async function picture(name, fullPage = false) {
    if (process.env.PICTURES) {
        await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`), fullPage });
    }
}

/** Begins a lesson by its button, and returns the point at which the reader is asked to play, as long as there is one. */
async function lesson(title) {
    await page.click(`::-p-xpath(//nav/button[text()="${title}"])`);
}
const asked = async () => /: play (\w\d)$/.exec(await text("#turn"))?.[1];

/** Nothing went wrong on the page, and nothing was fetched. */
function quiet() {
    assert.deepEqual(wrong, []);
}

/** The lessons, with what the last step says. */
const LESSONS = [
    ["Capture", 1, /Black C1 is legal.*You play a stone.*TT7, literally: To make a move/s],
    ["Ko", 2, /White B2 is refused.*Repeats the position after turn 8, 2 turns back\..*TT6, literally: A turn is a pass/s],
    ["Superko", 6, /White D2 is refused.*Repeats the position after turn 6.*TT6, literally/s],
    ["Suicide", 1, /White B1 is legal.*A suicide of several stones is legal\..*TT7, literally/s],
];

test("it begins with lessons of three steps, played by clicks", async () => {
    await open();
    assert.deepEqual(await all("#lessons button"), LESSONS.map(([title]) => title));
    for (const [place, [title, plays, said]] of LESSONS.entries()) {
        assert.equal(await text("nav [aria-current]"), title);
        assert.deepEqual(await all(".lesson li > h3"), ["Look", "Play", "See"]);
        await picture(`lesson-${title}`);
        for (let play = 1; play <= plays; play++) {
            const target = await asked();
            assert.match(await text(".lesson [aria-current]"), new RegExp(`plays ${target}: click the dot`));
            assert.equal((await page.$$("#board .aim")).length, 1);
            // What is refused is not given away.
            assert.equal((await page.$$("#board .repeats, #board .suicide")).length, 0);
            await click(target);
        }
        assert.equal(await asked(), undefined);
        assert.equal(await text(".lesson [aria-current] > h3"), "See");
        assert.match(await text(".lesson [aria-current]"), said);
        assert.match(await text("#said"), /is (legal|refused)/);
        await picture(`lesson-${title}-done`);
        const next = await page.$("#why .main");
        assert.equal(await next.evaluate((button) => button.textContent), place < 3 ? `Next: ${LESSONS[place + 1][0]}` : "Play freely");
        await next.click();
    }
    assert.equal(await text("#turns"), "");
    assert.equal((await page.$$(".lesson")).length, 0);
    quiet();
});

test("the same play is tried under other rules, which decide otherwise", async () => {
    await open();
    for (const [title, legal, refused, rule] of [["Superko", 1, 0, /TT6\/simple-ko, literally/], ["Suicide", 0, 1, /TT7\/forbidden, literally/]]) {
        await lesson(title);
        for (let target; (target = await asked());) {
            await click(target);
        }
        assert.match(await text("#why h2.good, #why h2.bad"), [/is refused/, /is legal/][refused]);
        await page.click("#elsewhere");
        await click(await asked());
        assert.match(await text("#why h2.good, #why h2.bad"), [/is refused/, /is legal/][legal]);
        assert.match(await text(".lesson [aria-current]"), rule);
        assert.match(await text("#elsewhere"), /Try it under Tromp-Taylor rules/);
    }
    quiet();
});

test("a lesson is played by keyboard, and told to a screen reader", async () => {
    await open();
    await page.focus("#board");
    const target = await asked();
    assert.match(await text("#said"), new RegExp(`Black to move: play ${target}. Play.*plays ${target}`));
    assert.match(await text("#position"), /^Black: A2, B2. White: A1, B1.$/);
    // The first key chooses the middle of the board, C2.
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) {
        await page.keyboard.press(key);
    }
    assert.equal(await asked(), undefined);
    assert.match(await text("#said"), /See.*Black C1 is legal/s);
    quiet();
});

test("each mark on the board has one meaning, which the legend tells", async () => {
    await open(`${setup("tromp-taylor", "3x1")}&turns=B1&versus=repetition%3Dsituational`);
    assert.deepEqual(await all("#legend li"), ["last turn", "refused: repeats a position", "judged differently under the other rules"]);
    await open(`${setup("chinese", "3x1")}&turns=B1`);
    assert.deepEqual(await all("#legend li"), ["last turn", "refused: suicide"]);
    await page.focus("#board");
    await page.keyboard.press("ArrowUp");
    assert.deepEqual(await all("#legend li"), ["last turn", "refused: suicide", "chosen point"]);
    const marks = await page.evaluate(() => Object.values(MARKS));
    for (const of of ["text", "d"]) {
        assert.equal(new Set(marks.map((mark) => mark[of])).size, marks.length, of);
    }
    // Each mark stands out from the wood. The pictures show all of them to the eyes of a color-blind reader.
    for (const theme of ["light", "dark"]) {
        await open("", { theme });
        const contrasts = await page.evaluate(() => {
            const light = (color) => {
                const [r, g, b] = color.match(/[\d.]+/g).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const wood = light(getComputedStyle(document.querySelector("#board .wood")).fill);
            return Object.keys(MARKS).map((kind) => {
                const drawn = mark(kind);
                document.querySelector("#board svg").append(drawn);
                return [kind, (wood + 0.05) / (light(getComputedStyle(drawn.lastChild).stroke) + 0.05)];
            });
        });
        assert.deepEqual(contrasts.filter(([, contrast]) => contrast < 3), [], theme);
        await page.evaluate(() => {
            Object.keys(MARKS).forEach((kind, place) => document.querySelector("#board svg").append(mark(kind, place % 4 + 1, Math.floor(place / 4) + 1)));
            document.getElementById("legend").replaceChildren(...legend(new Set(Object.keys(MARKS))));
        });
        await page.emulateVisionDeficiency("deuteranopia");
        await picture(`marks-${theme}-deuteranopia`);
    }
    quiet();
});

test("rules are told in the words of beginners beside the literal ones", async () => {
    await open();
    assert.deepEqual(await page.evaluate(() => Object.keys(PLAIN).sort()), await page.evaluate(() => CATALOG.rules.map(({ id }) => id).sort()));
    await page.click("#tab-learn");
    // The words are open, and all else is folded.
    for (const word of await page.evaluate(() => CATALOG.words.map(({ id }) => id))) {
        await page.click(`[id='entry-${word}']`);
        assert.ok(await page.$("#learn .open figure svg"), word);
    }
    assert.ok(!await page.$eval("[id='entry-TT4']", (button) => button.checkVisibility()));
    await page.click("#section-1 summary");
    await page.click("[id='entry-TT4']");
    assert.equal(await page.evaluate(() => document.activeElement.id), "entry-TT4");
    assert.match(await text("#section-1 li:has(.open)"), /^TT4A chain without a liberty is taken off the board\.TT4, literally: To clear a color/);
    quiet();
});

test("nothing is wider than the screen, no letter is smaller than 12 pixels, and the board fits", async () => {
    for (const width of [400, 1200, 2000]) {
        for (const fields of ["", setup("chinese", "25x25"), `${setup("aga", "19x19")}&turns=K10.Q4.D16`, `${setup("aga", "1x25")}&turns=A1`]) {
            await open(fields, { width, height: 800 });
            for (const tab of ["compare", "load", "learn", "share", "rules"]) {
                await page.$eval(`#tab-${tab}`, (button) => button.click());
                const found = await page.evaluate(() => {
                    const shown = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility()
                        && [...one.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent.trim() !== ""));
                    const small = shown.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 12).map((one) => one.outerHTML.slice(0, 80));
                    const board = document.getElementById("board").getBoundingClientRect();
                    const names = [...document.querySelectorAll("#board span")].filter((one) => one.scrollWidth > one.clientWidth + 1);
                    return {
                        wide: document.documentElement.scrollWidth - innerWidth, small, fits: board.left >= 0 && board.right <= innerWidth && board.height <= 800,
                        cut: names.length, inSvg: document.querySelectorAll("svg text").length,
                    };
                });
                assert.deepEqual(found, { wide: 0, small: [], fits: true, cut: 0, inSvg: 0 }, `${width} ${fields} ${tab}`);
            }
            await picture(`wide-${width}-${/\d+x\d+/.exec(fields) ?? "start"}`, true);
        }
    }
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
    assert.match((await all("#why figcaption")).at(-1), /after turn 1 \(B A1\)/);
    await page.click("#undo");
    assert.deepEqual(await all("#turns li"), ["A1"]);
    quiet();
});

test("two passes end the game, and the score is told", async () => {
    await open(`${setup("tromp-taylor")}&turns=C3`);
    await page.click("#pass");
    await page.click("#pass");
    assert.equal(await text("#turn"), "The game is over");
    assert.equal(await text("#score"), "Black 25, White 0: Black wins by 25");
    assert.match(await text("#why"), /Black 25, White 0: Black wins by 25\./);
    assert.ok(await page.$eval("#pass", (button) => button.disabled));
    await click("A1");
    assert.match(await text("#why"), /A1 is refused.*The game is over/s);
    // Komi is counted.
    await open("game=3x3+tromp-taylor+komi%3D9.5&turns=B2");
    assert.equal(await text("#score"), "Score so far: Black 9, White 0 + 9.5 komi");
    await page.click("#pass");
    await page.click("#pass");
    assert.equal(await text("#score"), "Black 9, White 0 + 9.5 komi: White wins by 0.5");
    await open(`${setup("tromp-taylor", "2x1")}&turns=pass.pass`);
    assert.equal(await text("#score"), "Black 0, White 0: a tie");
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
    // To take it back is to go back to the end of the game.
    await page.click("#undo");
    assert.match(await text("#turn"), /The game is over/);
    assert.equal((await all("#turns li")).length, 4);
    await (await page.$("#why .chips button")).click();
    await click("C2");
    assert.equal(await text("#turns [aria-current]"), "C2");
    // An agreement is about the end that was taken back.
    await open(`${setup("beginners", "3x3")}&turns=B2.C3.A3.C2.pass.pass`);
    await click("C3");
    for (let back = 0; back < 3; back++) {
        await page.click("#undo");
    }
    assert.doesNotMatch(await page.evaluate(() => location.hash), /agreed/);
    await page.click("#pass");
    await page.click("#pass");
    assert.doesNotMatch(await text("#why"), /The players agree/);
    quiet();
});

test("under other rules a game ends where it becomes another one, and comes back whole", async () => {
    const turns = ["C2", "A2", "D1", "B2", "B1", "pass", "A1", "C1", "B1", "pass", "pass"];
    await open(`${setup("chinese", "4x3")}&turns=${turns.join(".")}`);
    await page.select("#set", "tromp-taylor");
    assert.deepEqual(await all("#turns li"), turns.slice(0, 9));
    assert.match(await text("#why"), /Black B1 is refused.*it is another game from here on; the 2 turns after this one are left out/s);
    await page.select("#set", "chinese");
    assert.deepEqual(await all("#turns li"), turns);
    assert.doesNotMatch(await text("#why"), /left out/);
    // A last turn that both rule sets refuse leaves nothing out.
    await open(`${setup("chinese", "4x3")}&turns=C2.C2`);
    await page.select("#set", "tromp-taylor");
    assert.match(await text("#why"), /White C2 is refused.*This turn was tried/s);
    assert.doesNotMatch(await text("#why"), /left out/);
    // Komi is a field, and counts; a game that was cut off stays so.
    await open(`${setup("chinese", "4x3")}&turns=${turns.join(".")}`);
    await page.select("#set", "tromp-taylor");
    await page.$eval("#komi", (input) => { input.value = ""; });
    await page.type("#komi", "1.5");
    await page.keyboard.press("Tab");
    assert.match(await text("#why"), /the 2 turns after this one are left out/);
    await page.select("#set", "chinese");
    assert.deepEqual(await all("#turns li"), turns);
    await page.$eval("#komi", (input) => { input.value = ""; });
    await page.type("#komi", "2.5");
    await page.keyboard.press("Tab");
    await page.keyboard.press("End");
    assert.match(await text("#score"), /White \d+ \+ 2\.5 komi: White wins by/);
    // A game that a repetition ended was not ended by passes.
    await page.select("#set", "japanese");
    assert.match(await text("#why"), /White pass is refused.*A turn decided the game/s);
    assert.doesNotMatch(await text("#why"), /TT8/);
    quiet();
});

test("phases, blocked stones and points that do not count are shown", async () => {
    await open(`${setup("katago:japanese", "4x3")}&turns=C1.B1.B2.A2.pass.pass`);
    assert.match(await text("#turn"), /Black to move \(first cleanup phase\)/);
    assert.match(await text("#why"), /White pass ends the phase\./);
    await click("A1");
    assert.doesNotMatch(await text("#why"), /are legal/);
    assert.match(await text("#why"), /took a ko, and are blocked:A1.*would unblock a ko, and leave the board as it is:A1B1/s);
    assert.equal((await page.$$("#board .blocked")).length, 1);
    await picture("blocked");
    await click("B1");
    assert.match(await text("#why"), /White B1 unblocks a ko, and leaves the board as it is\./);
    assert.equal((await page.$$("#board .blocked")).length, 0);
    // A seki: neither the points that both reach count, nor those behind the stones.
    const passes = Array(6).fill("pass").join(".");
    await open(`${setup("katago:japanese", "5x2")}&turns=B1.D1.B2.D2.${passes}`);
    assert.match(await text("#why"), /reach both colors.*:C1C2.*in no independent region:A1E1A2E2/s);
    assert.equal((await page.$$("#board .nobodys")).length, 6);
    await picture("no-points-in-seki");
    // A stone that living stones enclose.
    const living = "A3.A1.B3.E5.B2.pass.B1.pass.C2.pass.D2.pass.D1.pass.pass";
    await open(`${setup("enclosed=dead", "5x5")}&turns=${living}`);
    assert.match(await text("#why"), /are dead, because living stones of the opponent enclose them:A1/s);
    assert.equal((await page.$$("#board .dead")).length, 1);
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
    assert.equal(await page.$eval("#at", (slider) => slider.getAttribute("aria-valuetext")), "turn 0 of 2");
    // Every control can be reached.
    const reached = new Set();
    for (let press = 0; press < 40; press++) {
        if (await page.evaluate(() => document.activeElement.id) === "switches") {
            await page.keyboard.press("Enter");
        }
        await page.keyboard.press("Tab");
        reached.add(await page.evaluate(() => document.activeElement.id));
    }
    for (const id of ["pass", "size", "fresh", "tab-rules", "set", "switch-repetition", "komi"]) {
        assert.ok(reached.has(id), `${id} of ${[...reached]}`);
    }
    quiet();
});

test("rules are chosen by name and by switch", async () => {
    await open(`${setup("tromp-taylor", "2x1")}&turns=A1`);
    assert.equal((await page.$$("#board .repeats")).length, 0);
    const names = await page.$$eval("#set option", (options) => options.map(({ value }) => value));
    assert.deepEqual(names.sort(), await page.evaluate(() => CATALOG.sets.map(({ name }) => name).sort()));
    assert.ok((await all("#set option")).includes("Chinese rules"));
    await page.select("#set", "aga");
    assert.match(page.url(), /aga/);
    assert.match(await text("#rules"), /Situational superko without suicide/);
    // The switches are folded until they are wanted.
    assert.ok(!await page.$eval("#switch-suicide", (select) => select.checkVisibility()));
    await page.click("#switches");
    assert.ok(await page.$eval("#switch-suicide", (select) => select.checkVisibility()));
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
    assert.match(card, /Tromp-Taylor rules: Black A1 is refused: suicide of a lone stone/);
    assert.match(card, /repetition=situational: Black A1 is legal/);
    await picture("compare");
    // A turn that only one of both accepts.
    await open(`${setup("repetition=none", "2x1")}&turns=A1.B1.A1&versus=tromp-taylor`);
    await page.click("#tab-compare");
    assert.match(await text("#compare"), /B A1.*Tromp-Taylor rules: repeats the position after turn 1.*no longer the same game/s);
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
    const disputed = "4x3 chinese: B C2, W A2, B D1, W B2, B B1, W pass, B A1, W C1, B B1, W pass, B pass";
    await page.$eval("#text", (area, text) => { area.value = text; }, disputed);
    await page.click("#read");
    const [said] = await all("#games .verdict");
    assert.match(said, /Every turn of this record is legal under: .*Chinese rules/);
    assert.doesNotMatch(said, /Tromp-Taylor/);
    for (const [unreadable, why] of [["hello", /Paste an SGF file/], ["(;SZ[99])", /99/], ["3x3 tromp-taylor: B Z9", /Z9/],
        ["3x3 tromp-taylor: B B2, W A1, W A2", /W A2.*the other player's turn/]]) {
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
    await page.click("[id='entry-repeat-initial']");
    assert.match(await text("#learn .open"), /2x1 tromp-taylor: B A1, W pass, B B1/);
    await picture("learn");
    await page.click("#learn .open button");
    assert.match(await text("#why"), /Black B1 is refused.*Repeats the empty starting board/s);
    await page.$eval("#seek", (input) => { input.value = ""; });
    await page.type("#seek", "TT6/situational");
    await page.click("[id='entry-TT6/situational']");
    assert.match(await text("#learn .open"), /not in force under Tromp-Taylor rules.*repetition=situational/s);
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

test("a published page links to the pages of engines beside it, a copy on disk does not", async () => {
    await open();
    assert.equal(await page.$eval("#engines", (element) => element.hidden), true);
    quiet();
    const server = createServer((_, reply) => reply.setHeader("content-type", "text/html").end(readFileSync(process.env.PAGE)));
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    const home = `http://127.0.0.1:${server.address().port}/`;
    await page.goto(home);
    assert.equal(await page.$eval("#engines", (element) => element.hidden), false);
    assert.equal(await page.$eval("#engines a", (link) => link.href), `${home}matrix/index.html`);
    server.closeAllConnections();
    server.close();
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
