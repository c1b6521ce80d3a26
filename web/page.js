// The page. It only displays what the WebAssembly answers: what is legal, how a game ends, and what a rule says.
"use strict";

const { Table, catalog, rulesOf, exampleOf, readGames, shortestDifference } = (() => {
    const bytes = Uint8Array.from(atob(SUPERKO_WASM), (letter) => letter.charCodeAt(0));
    wasm_bindgen.initSync({ module: new WebAssembly.Module(bytes) });
    return wasm_bindgen;
})();

const CATALOG = JSON.parse(catalog());
const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const NAMES = { B: "Black", W: "White" };
const SAMPLE = `(;GM[1]FF[4]SZ[5]RU[Chinese]KM[0.5]PB[Black]PW[White]RE[B+4.5]
;B[cb];W[bb];B[bc];W[ca];B[cd];W[db];B[dc];W[cc];B[cb];W[cc];B[];W[])`;

const LESSONS = LESSON_TABLE.map(({ words, plays, ...lesson }) => {
    const entries = words.map((word) => CATALOG.words.find(({ id }) => id === word));
    const { setup, turns } = parsed(entries[0].record);
    return { ...lesson, entries, setup, turns, from: turns.length - plays };
});
const FIRST_GAME = startOf(LESSONS[0]);

/** The content of the link. `at` is the number of turns shown. */
let state = { ...FIRST_GAME };
let table, game, look;
/** The point that is explained, by its place from A1, and how the user asked: by a hover, a walk (the keyboard) or a try. */
let point = null, how = "hover";
/** The turns of the game before other rules cut it off, and which of them were legal under its own rules. */
let whole = null;
let tab = "rules";
let learned = null;

const $ = (id) => document.getElementById(id);

/** Makes an element with attributes, and children that are elements or text. */
function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("on")) {
            made.addEventListener(key.slice(2), value);
        } else if (value !== false && value !== undefined) {
            made.setAttribute(key, value === true ? "" : value);
        }
    }
    made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
    return made;
}

// ---- The game

function recordText({ setup, turns }) {
    return `${setup}: ${turns.join(", ")}`;
}

/** Shows a state. If it is unusable, reports this and changes nothing. */
function show(next, keep = false) {
    let made;
    try {
        made = new Table(recordText(next));
    } catch (error) {
        tell(String(error));
        return false;
    }
    table?.free();
    [table, state] = [made, next];
    game = JSON.parse(table.game());
    whole = null;
    state.setup = game.setup;
    state.at = Math.max(0, Math.min(state.at, game.steps.length));
    if (!keep) {
        [point, how] = [null, "hover"];
    }
    draw();
    return true;
}

/** Explains why a turn that the user tried is refused. */
function choose(place) {
    [point, how] = [place, "try"];
    draw();
}

/** Returns the start of a record, and its turns without the players. */
function parsed(record) {
    const [setup, turns = ""] = record.split(/: ?/, 2);
    return { setup, turns: turns.split(", ").filter(Boolean).map((turn) => turn.split(" ").pop()) };
}

/** Replaces the content of a panel; the element that has the focus keeps it. */
function refill(panel, ...parts) {
    const focused = document.activeElement?.id;
    $(panel).replaceChildren(...parts);
    if (focused) {
        $(focused)?.focus({ preventScroll: true });
    }
}

function tell(text) {
    $("why").replaceChildren(element("h2", { class: "bad" }, "This is not possible"), element("p", {}, text));
}

function go(at) {
    state.at = Math.max(0, Math.min(at, game.steps.length));
    [point, how] = [null, "hover"];
    draw();
}

function vertex(place) {
    return place === passPlace() ? "pass" : LETTERS[place % game.columns] + (Math.floor(place / game.columns) + 1);
}

function placeOf(turn, columns = game.columns) {
    return turn === "pass" ? passPlace() : (Number(turn.slice(1)) - 1) * columns + LETTERS.indexOf(turn[0]);
}

function passPlace() {
    return game.columns * game.rows;
}

/** Plays at a place if that is legal, or else says why it is not. If the rules ask the players, marks a stone as dead or alive. */
function play(place) {
    if (look.asks && place !== passPlace() && cellAt(place) !== "E") {
        settle(table.agree(place));
        return;
    }
    if (!look.points[place].legal) {
        choose(place);
        return;
    }
    cut(state.at, vertex(place));
}

/** Shows the game up to a turn, and another turn after it. What the players settled after a later turn is forgotten. */
function cut(at, ...turns) {
    const setup = game.steps.slice(0, at).some(({ ends }) => ends) ? state.setup : game.unsettled;
    show({ ...state, setup, turns: [...state.turns.slice(0, at), ...turns], at: at + turns.length });
}

/** Sets what the players settle; `setup` is the start of the record, before its turns. */
function settle(setup) {
    show({ ...state, setup, turns: state.turns.slice(0, state.at), at: state.at });
}

/** Takes back the last turn, or what the players settled after it. */
function takeBack() {
    const isSettled = game.settles && game.steps.findIndex(({ ends }) => ends) === state.at - 1;
    if (isSettled) {
        settle(game.unsettled);
    } else if (state.at > 0) {
        cut(state.at - 1);
    }
}

/** Shows the same game under other rules, up to the first turn that is legal only under one of the two. */
function setRules(text) {
    const [size, , ...more] = state.setup.split(" ");
    const setup = [size, text, ...more].join(" ");
    const own = whole ?? { turns: state.turns, legal: game.steps.map(({ legal }) => legal) };
    if (!show({ ...state, setup, turns: own.turns }, true)) {
        return;
    }
    const fork = game.steps.findIndex(({ legal }, place) => legal !== own.legal[place]);
    const kept = fork < 0 ? own.turns.length : fork + 1;
    if (kept < own.turns.length) {
        show({ ...state, turns: own.turns.slice(0, kept), at: kept }, true);
        [point, how] = [null, "hover"];
    }
    whole = own;
    draw();
}

/** Sets the komi of the game. */
function setKomi(text) {
    const tokens = state.setup.split(" ").filter((token) => !token.startsWith("komi="));
    const own = whole;
    if (show({ ...state, setup: [...tokens.slice(0, 2), `komi=${text || 0}`, ...tokens.slice(2)].join(" ") }, true)) {
        whole = own;
        draw();
    }
}

function fresh(size) {
    const rules = state.setup.split(" ")[1];
    const text = /^\d+$/.test(size.trim()) ? `${size.trim()}x${size.trim()}` : size.trim().toLowerCase().replace(/[×*]/, "x");
    if (show({ ...state, setup: `${text} ${rules}`, turns: [], at: 0 })) {
        $("board").focus({ preventScroll: true });
    }
}

/** Opens a record of the catalog at its last turn. */
function open(example, versus = state.versus) {
    const { setup, turns } = parsed(example.record);
    if (show({ ...state, setup, turns, at: turns.length, versus })) {
        $("board").scrollIntoView({ block: "nearest", behavior: "smooth" });
    }
}

// ---- Drawing all of it

function draw() {
    look = JSON.parse(table.look(state.at, versus()));
    drawLessons();
    drawBoard();
    drawTopline();
    drawWhy();
    drawTurns();
    drawTab();
    keepLink();
}

function versus() {
    return state.versus === "" || state.versus === game.rules ? "" : state.versus;
}

function drawBoard() {
    const { columns, rows } = game;
    const drawn = board(look.position, "");
    const kinds = new Set();
    const put = (kind, place) => {
        const { x, y } = drawnAt(place, rows, columns);
        drawn.append(mark(kind, x, y, cellAt(place)));
        kinds.add(kind);
    };
    const [lesson, step] = [lessonNow(), game.steps[state.at - 1]];
    const aim = aimOf(lesson);
    look.points.slice(0, -1).forEach((judged, place) => {
        // A lesson does not give away what is refused.
        if (aim === null && ["repetition", "suicide"].includes(judged.kind)) {
            put(markOf(judged), place);
        }
        if (judged.other) {
            put("differs", place);
        }
    });
    (look.dead ?? []).forEach((place) => put("dead", place));
    look.blocked.forEach((place) => put("blocked", place));
    look.uncounted.forEach(({ places }) => places.forEach((place) => put(cellAt(place) === "E" ? "nobodys" : "dead", place)));
    if (step && step.turn !== "pass") {
        put(step.legal ? "last" : "tried", placeOf(step.turn));
    }
    if (aim !== null) {
        put("aim", aim);
    }
    if (point !== null && point !== passPlace()) {
        if (look.points[point].legal) {
            const { x, y } = drawnAt(point, rows, columns);
            drawn.append(svg("circle", { class: `${look.toMove} ghost`, cx: x, cy: y, r: 0.47 }));
        }
        put("cursor", point);
    }
    const names = (kind, all) => element("div", { class: kind, "aria-hidden": true }, all.map((name) => element("span", {}, name)));
    const numbers = Array.from({ length: rows }, (_, row) => String(rows - row));
    $("board").replaceChildren(drawn, names("rows", numbers), names("columns", [...LETTERS.slice(0, columns)]),
        element("p", { id: "position", class: "unseen" }, inWords(look.position)));
    $("legend").replaceChildren(...legend(kinds));
    // The whole board fits on the screen if that leaves it at least 14rem, and a point is never larger than on a real board.
    const room = `max(${14 / Math.max(columns, rows)}rem, (100vh - 22rem) / ${rows})`;
    $("board").style.setProperty("--point", `min(5.75rem, ${room})`);
    $("board").style.maxWidth = `calc(2rem + ${columns} * var(--point))`;
}

/** The text of an element, with a space between those of its parts, and without a period at the end. */
function inOneLine(part) {
    return [...part.childNodes].map((child) => child.textContent.trim()).filter(Boolean).join(" ").replace(/\.$/, "");
}

/** Says where the stones are. */
function inWords(position) {
    const of = (cell) => look.points.slice(0, -1).flatMap((_, place) => (cellAt(place) === cell ? [vertex(place)] : []));
    return Object.entries({ Black: of("B"), White: of("W") }).map(([color, points]) => `${color}: ${points.join(", ") || "no stones"}.`).join(" ");
}

/** Returns the color at a place, as a class of rings. */
function cellAt(place) {
    const cell = look.position[game.rows - 1 - Math.floor(place / game.columns)][place % game.columns];
    return { X: "B", O: "W", ".": "E" }[cell];
}

function past(number) {
    return JSON.parse(table.past(number));
}

function drawTopline() {
    const aim = aimOf(lessonNow());
    const who = look.over ? "The game is over"
        : `${NAMES[look.toMove]} to move${aim === null ? "" : `: play ${vertex(aim)}`}`;
    const phase = look.phase && !look.over && element("span", { id: "phase" }, ` (${look.phase})`);
    $("turn").replaceChildren(...[!look.over && element("i", { class: look.toMove }), who, phase].filter(Boolean));
    $("score").textContent = look.over ? look.result : `Score so far: ${look.score}`;
    $("score").hidden = lessonNow() !== undefined;
    $("at").max = game.steps.length;
    $("at").value = state.at;
    $("at").setAttribute("aria-valuetext", `turn ${state.at} of ${game.steps.length}`);
    $("first").disabled = $("back").disabled = $("undo").disabled = state.at === 0;
    $("on").disabled = $("last").disabled = state.at === game.steps.length;
    $("pass").disabled = look.over;
    if (document.activeElement !== $("size")) {
        $("size").value = `${game.columns}x${game.rows}`;
    }
}

function sentence(text) {
    return text[0].toUpperCase() + text.slice(1) + ".";
}

/** Shows a rule as it is written. */
function literally(id) {
    return element("p", { class: "literal" }, element("b", {}, `${id}, literally: `), CATALOG.rules.find((rule) => rule.id === id).text);
}

/** Shows a rule in the words of beginners, and as it is written. */
function ruleText(id) {
    return element("div", { class: "rule" }, element("p", {}, element("b", {}, "The rule: "), PLAIN[id]), literally(id));
}

/** Explains the lesson, the chosen point, or else the position. */
function drawWhy() {
    const step = game.steps[state.at - 1];
    const lesson = lessonNow();
    const isAsked = { hover: false, walk: point !== aimOf(lesson), try: lesson !== undefined && !isTried(lesson) }[how];
    const isShown = point !== null && (lesson === undefined || isAsked);
    const parts = lesson === undefined ? [] : lessonSteps(lesson);
    if (isShown) {
        parts.push(...explained(look.points[point], look.toMove, vertex(point), look.position));
    } else if (lesson === undefined && step && !step.legal) {
        parts.push(...explained(step, step.player, step.turn, look.position), element("p", { class: "dim" },
            leftOut() ?? "This turn was tried. It changed nothing."));
    } else if (lesson === undefined) {
        parts.push(...overview());
    }
    refill("why", ...parts);
    if (how !== "hover" || point === null) {
        const found = (selector) => $("why").querySelector(selector);
        const told = isShown ? found(":scope > h2:last-of-type") : found("[aria-current=step]") ?? found("h2");
        $("said").textContent = [isShown ? null : $("turn"), told, told?.nextElementSibling].filter(Boolean).map(inOneLine)
            .filter(Boolean).join(". ");
    }
}

/** Says that other rules cut the game off, at the turn where they do; null elsewhere. */
function leftOut() {
    const left = (whole?.turns.length ?? 0) - state.turns.length;
    return left <= 0 || state.at < game.steps.length ? null : `Under these rules it is another game from here on; ${left === 1 ? "the turn after this one is" : `the ${left} turns after this one are`} left out.`;
}

/** Sums up the position: the result, what is refused, and what other rules judge differently. */
function overview() {
    const told = (kind) => look.points.flatMap((judged, place) => (judged.kind === kind ? [place] : []));
    const [repeats, suicides] = [told("repetition"), told("suicide")];
    const unblocking = look.points.flatMap((judged, place) => (judged.events.includes("ko-unblocked") ? [place] : []));
    const step = game.steps[state.at - 1];
    const differ = look.points.flatMap((judged, place) => (judged.other ? [place] : []));
    const chips = (title, places) => places.length > 0 && [
        element("p", {}, title),
        element("div", { class: "chips" }, places.map((place) =>
            element("button", { type: "button", onclick: () => choose(place) }, vertex(place)))),
    ];
    return [
        element("h2", {}, look.over ? "No more turns"
            : repeats.length + suicides.length > 0 ? "Some plays are refused"
            : unblocking.length > 0 ? "Some turns only unblock a ko"
            : "Plays on all empty points are legal"),
        look.over && element("p", {}, `${look.result}.`),
        look.over && !look.scored && element("p", {}, "A turn decided the game, not the score."),
        leftOut() !== null && element("p", {}, leftOut()),
        look.settled && element("p", {}, look.settled),
        look.asks && look.over && element("p", {}, "Under these rules, the players decide which stones are dead. To mark them, click them, or move there with the arrow keys and press Enter."),
        look.asks && look.over && look.resumes && element("div", { class: "chips" },
            element("button", { type: "button", onclick: () => settle(table.disagree()) }, "They disagree: play resumes")),
        step?.effect && element("p", {}, `${NAMES[step.player]} ${step.turn} ${step.effect}.`),
        chips("These stones took a ko, and are blocked:", look.blocked),
        chips("These turns would unblock a ko, and leave the board as it is:", unblocking),
        look.uncounted.map(({ why, places }) => chips(`These ${cellAt(places[0]) === "E" ? "points" : "stones"} ${why}:`, places)),
        chips(look.phase && look.phase !== "main phase" ? "These plays are refused in this phase:" : "These plays would repeat an earlier position:", repeats),
        chips("These plays would remove the player's own stones:", suicides),
        chips(`These plays are judged differently under ${named(versus())}:`, differ),
        repeats.length + suicides.length + differ.length === 0 && !look.over &&
            element("p", { class: "dim" }, "Move over a point with the mouse or the arrow keys to see whether it is legal."),
    ].flat(Infinity).filter(Boolean);
}

/** Explains the judgment of a turn. */
function explained(judged, player, turn, position) {
    const parts = [];
    if (judged.legal) {
        parts.push(element("h2", { class: "good" }, `${NAMES[player]} ${turn} is legal`));
        const events = judged.events.map((id) => CATALOG.events.find((event) => event.id === id)).filter(Boolean);
        parts.push(...events.slice(0, 3).map((event) => element("p", {}, event.text)));
    } else {
        parts.push(element("h2", { class: "bad" }, `${NAMES[player]} ${turn} is refused`));
        parts.push(element("p", {}, sentence(judged.why)));
        if (judged.earlier !== undefined && judged.earlier !== null) {
            const { position: earlier, by } = past(judged.earlier);
            const caption = by === null ? "the start of the game" : `the board after turn ${judged.earlier} (${by.join(" ")})`;
            parts.push(element("div", { class: "minis" },
                figure(position, "now", markOf(judged), placeOf(turn)),
                figure(earlier, `${caption}, which would come again`)));
        }
    }
    const lost = look.uncounted.find(({ places }) => places.includes(placeOf(turn)));
    if (lost) {
        parts.push(element("p", {}, `${cellAt(placeOf(turn)) === "E" ? "Points" : "Stones"} such as this ${lost.why}.`));
    }
    if (judged.kind === "over" && !look.scored) {
        parts.push(element("p", {}, `A turn decided the game: ${look.result}.`));
    } else {
        parts.push(ruleText(judged.rule));
    }
    if (judged.other) {
        const other = judged.other;
        parts.push(element("p", { class: "diff" }, `Under ${named(versus())}, it is ${other.legal ? "legal" : `refused: ${other.why}`}.`));
    }
    return parts;
}

function drawTurns() {
    const differs = versus() === "" ? [] : JSON.parse(table.differences(versus()));
    const forks = new Set(differs.map(({ turn }) => turn));
    const chips = game.steps.map((step, place) => element("li", {}, element("button", {
        type: "button",
        class: [step.legal ? "" : "illegal", forks.has(place + 1) ? "fork" : "", place >= state.at ? "ahead" : ""].join(" "),
        "aria-current": place + 1 === state.at ? "step" : false,
        title: step.legal ? `turn ${step.number}` : step.why,
        onclick: () => go(place + 1),
    }, element("i", { class: step.player }), step.turn)));
    $("turns").replaceChildren(...chips);
    const current = $("turns").querySelector("[aria-current]");
    if (current) {
        $("turns").scrollTop = current.offsetTop - $("turns").offsetTop - 30;
    }
}

// ---- The cards

/** Returns the name of rules in words, if they have one. */
function named(rules) {
    return SET_NAMES[rules] ?? rules;
}

function drawTab() {
    for (const button of document.querySelectorAll("[role=tab]")) {
        const is = button.id === `tab-${tab}`;
        button.setAttribute("aria-selected", is);
        button.tabIndex = is ? 0 : -1;
        $(button.id.slice(4)).hidden = !is;
    }
    ({ rules: drawRules, compare: drawCompare, learn: drawLearn, share: drawShare }[tab])?.();
}

function setsSelect(id, value, onchange, none) {
    const names = Object.entries(SET_NAMES).map(([name, words]) =>
        element("option", { value: name, selected: name === value }, words[0].toUpperCase() + words.slice(1)));
    const known = value in SET_NAMES || value === "";
    return element("select", { id, onchange: (event) => onchange(event.target.value) },
        none !== undefined && element("option", { value: "", selected: value === "" }, none),
        names, !known && element("option", { value, selected: true }, value));
}

function drawRules() {
    const { values, words } = JSON.parse(rulesOf(game.rules));
    const set = CATALOG.sets.find(({ name }) => name === game.rules);
    const rows = CATALOG.switches.map(({ name, text, values: all }) => {
        const value = all.find(({ word }) => word === values[name]);
        return element("div", { class: `switch ${value === all[0] ? "" : "set"}` },
            element("label", { for: `switch-${name}`, title: text }, name),
            element("select", {
                id: `switch-${name}`,
                onchange: (event) => setRules(Object.entries({ ...values, [name]: event.target.value })
                    .map((pair) => pair.join("=")).join(",")),
            }, all.map(({ word }) => element("option", { value: word, selected: word === values[name] }, word))),
            element("small", {}, `${text} ${value.text}`));
    });
    const isOpen = $("rules").querySelector("details")?.open ?? false;
    refill("rules",
        element("label", { for: "set" }, "Rule set"),
        setsSelect("set", game.rules, setRules),
        element("p", {}, sentence(words)),
        element("p", { class: "dim" }, set ? sentence(set.note) : "Your own combination of switches."),
        element("label", {}, "Komi ", element("input", {
            id: "komi", type: "number", step: "0.5", value: game.komi,
            onchange: (event) => setKomi(event.target.value),
        })),
        element("details", { open: isOpen }, element("summary", { id: "switches" }, "All switches"), rows));
}

function drawCompare() {
    const other = versus();
    const parts = [
        element("label", { for: "versus" }, `Compare ${named(game.rules)} with`),
        setsSelect("versus", state.versus, (name) => { state.versus = name; shortest = null; draw(); }, "choose rules"),
    ];
    if (state.versus !== "" && other === "") {
        parts.push(element("p", { class: "dim" }, "These are the same rules."));
    }
    if (other !== "") {
        const differs = JSON.parse(table.differences(other));
        parts.push(element("h3", {}, "On this game"));
        if (differs.length === 0) {
            parts.push(element("p", {}, "The turns that were played, and their results, are the same under both."));
        }
        parts.push(element("ol", { class: "list" }, differs.slice(0, 50).map(({ turn, one, two, fork }) => element("li", {},
            element("button", { type: "button", onclick: () => go(turn) },
                element("b", {}, `${game.steps[turn - 1].player} ${game.steps[turn - 1].turn}`),
                element("small", {}, `${named(game.rules)}: ${one}`), element("small", { class: "diff" }, `${named(other)}: ${two}`),
                fork && element("small", {}, "From here on, it is no longer the same game."))))));
        parts.push(element("h3", {}, "The shortest example"));
        if (shortest?.of !== `${game.rules} ${other}`) {
            parts.push(element("button", { type: "button", id: "find", class: "main", onclick: find }, "Find it"));
        } else if (shortest.found === null) {
            parts.push(element("p", {}, "No game was found on which the two differ."));
        } else {
            parts.push(...example(shortest.found, () => open(shortest.found, other)));
            parts.push(element("p", {}, element("b", {}, `${named(game.rules)}: `), `${shortest.found.one}.`));
            parts.push(element("p", { class: "diff" }, element("b", {}, `${named(other)}: `), `${shortest.found.two}.`));
        }
    }
    refill("compare", ...parts);
}

let shortest = null;

function find() {
    $("find").textContent = "Searching small boards ...";
    const [one, other] = [game.rules, versus()];
    setTimeout(() => {
        shortest = { of: `${one} ${other}`, found: JSON.parse(shortestDifference(one, other)) };
        drawTab();
    }, 30);
}

/** Draws a game of the catalog. */
function example(found, onopen) {
    const isPlay = found.turn !== undefined && found.turn !== "pass";
    const at = isPlay ? placeOf(found.turn, found.position[0].length) : undefined;
    const legal = found.judged?.legal ?? true;
    const figures = [at === undefined ? figure(found.position, "the board")
        : figure(found.position, `before ${found.player} ${found.turn}`, legal ? "aim" : markOf(found.judged), at)];
    if (legal && found.after) {
        figures.push(figure(found.after, found.over ? `after the turn: ${found.over}` : "after the turn"));
    }
    return [
        element("div", { class: "minis" }, figures),
        found.judged && element("p", { class: legal ? "good" : "bad" },
            `${NAMES[found.player]} ${found.turn}: ${found.judged.legal ? "legal" : found.judged.why}.`),
        element("p", { class: "mono" }, found.record),
        element("button", { type: "button", onclick: onopen }, "Open on the board"),
    ];
}

let sought = "";

function drawLearn() {
    const panel = $("learn");
    if (panel.childElementCount === 0) {
        panel.append(
            element("label", { for: "seek" }, "Find a word, a rule, or a situation that programs often get wrong"),
            element("input", {
                id: "seek", type: "search", placeholder: "ko, suicide, score, TT6 ...", style: "width: 100%",
                oninput: (event) => { sought = event.target.value.toLowerCase(); drawLearn(); },
            }),
            element("div", { id: "entries" }));
    }
    const isOwn = ({ id }) => !id.includes("/");
    const sections = [
        ["Words", CATALOG.words, ofGame],
        ["The rules of Tromp and Taylor", CATALOG.rules.filter(isOwn), ofRule],
        ["Rules of other rule sets", CATALOG.rules.filter((rule) => !isOwn(rule)), ofRule],
        ["Situations", CATALOG.events, ofGame],
    ];
    refill("entries", ...sections.map(([title, all, explain], place) => {
        const found = all.map(({ id, text }) => ({ id, text: PLAIN[id] ?? text, literal: text }))
            .filter(({ id, text, literal }) => `${id} ${text} ${literal}`.toLowerCase().includes(sought));
        const isOpen = sought !== "" || ($(`section-${place}`)?.open ?? place === 0);
        return found.length > 0 && element("details", { id: `section-${place}`, open: isOpen }, element("summary", {}, title),
            element("ul", { class: "list" }, found.map(({ id, text }) => element("li", {},
                element("button", {
                    type: "button", id: `entry-${id}`, "aria-expanded": learned === id,
                    onclick: () => { learned = learned === id ? null : id; drawLearn(); },
                }, element("b", {}, id), element("small", {}, text)),
                learned === id && element("div", { class: "open" }, explain(id))))));
    }).filter(Boolean));
}

function ofGame(id) {
    const found = JSON.parse(exampleOf(id));
    return found === null ? [element("p", { class: "dim" }, "There is no short game for this event.")] : example(found, () => open(found));
}

/** Explains a rule: whether it is in force, and which switches select it. */
function ofRule(id) {
    const { force } = JSON.parse(rulesOf(game.rules));
    const values = CATALOG.switches.flatMap(({ name, values }) => values.filter(({ rule }) => rule === id)
        .map(({ word, text }) => ({ name, word, text })));
    return [
        literally(id),
        element("p", {}, `This rule is ${force.includes(id) ? "" : "not "}in force under ${named(game.rules)}.`),
        element("div", { class: "chips" }, values.map(({ name, word, text }) => element("button", {
            type: "button", title: text, onclick: () => setRules(`${game.rules},${name}=${word}`),
        }, `${name}=${word}`))),
    ];
}

function drawShare() {
    const record = recordText({ setup: game.setup, turns: game.steps.map(({ player, turn }) => `${player} ${turn}`) });
    const line = (title, text) => [
        element("h3", {}, title),
        element("p", { class: "mono" }, text),
        element("button", { type: "button", onclick: (event) => copy(text, event.target) }, "Copy"),
    ];
    $("share").replaceChildren(
        ...line("Link to this game, rules and turn", location.href),
        ...line("Record", record),
        ...line("Command to replay the game on a GTP engine", `superko replay '${record}' -- myengine --gtp`),
        ...line("Call to replay it on a board in JavaScript", `replay(MyBoard, "${record}")`),
        ...line("Call to replay it on a board in Python", `superko.replay(MyBoard, "${record}")`));
}

async function copy(text, button) {
    try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
    } catch {
        button.textContent = "Not allowed here: select the text and copy it";
    }
}

// ---- Loaded games

/** Says under which rule sets every turn of a record is legal. */
function legalUnder(sets) {
    const names = sets.map(named);
    return names.length === 0 ? "No named rule set allows every turn of this record."
        : `Every turn of this record is legal under: ${names.join(", ")}.`;
}

function read(text) {
    let games;
    try {
        games = JSON.parse(readGames(text));
    } catch (error) {
        $("games").replaceChildren(element("p", { class: "verdict wrong" }, String(error)));
        return;
    }
    const load = (one) => {
        const { setup, turns } = parsed(one.record);
        if (show({ ...state, setup, turns, at: turns.length })) {
            const illegal = game.steps.findIndex((step) => !step.legal);
            go(illegal < 0 ? turns.length : illegal + 1);
        }
    };
    const verdict = (one) => element("p", { class: `verdict ${/illegal|wrong|unreadable/.test(one.verdict ?? "") ? "wrong" : ""}` },
        one.judged ?? legalUnder(one.legalUnder));
    $("board").scrollIntoView({ block: "nearest", behavior: "smooth" });
    $("games").replaceChildren(...(games.length === 1 ? [verdict(games[0])] : [
        element("p", {}, `${games.length} games`),
        element("ul", { class: "list" }, games.map((one, place) => element("li", {},
            element("button", { type: "button", onclick: () => load(one) },
                element("b", {}, `Game ${place + 1}`), element("small", {}, one.judged))))),
    ]));
    load(games[0]);
}

// ---- The link

function keepLink() {
    const fields = new URLSearchParams({ game: game.setup, turns: state.turns.join("."), at: state.at });
    if (state.versus !== "") {
        fields.set("versus", state.versus);
    }
    history.replaceState(null, "", `#${fields}`);
}

function fromLink() {
    const fields = new URLSearchParams(location.hash.slice(1));
    if (!fields.has("game")) {
        return { ...FIRST_GAME };
    }
    const turns = fields.get("turns");
    const sets = fields.get("versus") ?? "";
    let versus = "";
    try {
        versus = sets === "" ? "" : JSON.parse(rulesOf(sets)).name;
    } catch {
        // If the rules in the link are unknown, nothing is compared.
    }
    const all = turns ? turns.split(".") : [];
    return { setup: fields.get("game"), turns: all, at: Number(fields.get("at") ?? all.length) || 0, versus };
}

// ---- Input

/** Returns the place under a pointer; null outside of the board. */
function under(event) {
    const drawn = $("board").firstElementChild;
    const { left, top, width, height } = drawn.getBoundingClientRect();
    const column = Math.floor(((event.clientX - left) / width) * game.columns);
    const fromTop = Math.floor(((event.clientY - top) / height) * game.rows);
    const inside = column >= 0 && column < game.columns && fromTop >= 0 && fromTop < game.rows;
    return inside ? (game.rows - 1 - fromTop) * game.columns + column : null;
}

function ask(place, by) {
    if (place === point && by === how) {
        return;
    }
    [point, how] = [place, by];
    drawBoard();
    drawWhy();
}

function walk(columns, rows) {
    const from = point === null || point === passPlace() ? Math.floor(passPlace() / 2) : point;
    const column = Math.max(0, Math.min(game.columns - 1, (from % game.columns) + (point === null ? 0 : columns)));
    const row = Math.max(0, Math.min(game.rows - 1, Math.floor(from / game.columns) + (point === null ? 0 : rows)));
    ask(row * game.columns + column, "walk");
}

const KEYS = {
    ArrowLeft: () => walk(-1, 0), ArrowRight: () => walk(1, 0), ArrowUp: () => walk(0, 1), ArrowDown: () => walk(0, -1),
    Enter: () => point !== null && play(point), " ": () => point !== null && play(point), Escape: () => ask(null, "hover"),
};
const KEYS_ANYWHERE = {
    p: () => !look.over && play(passPlace()), u: takeBack, ",": () => go(state.at - 1), ".": () => go(state.at + 1),
    Home: () => go(0), End: () => go(game.steps.length),
};

function listen() {
    const drawn = $("board");
    drawn.addEventListener("pointermove", (event) => {
        if (event.pointerType === "mouse" && how === "hover") {
            ask(under(event), "hover");
        }
    });
    drawn.addEventListener("pointerleave", () => how === "hover" && ask(null, "hover"));
    drawn.addEventListener("click", (event) => {
        const place = under(event);
        if (place !== null) {
            play(place);
        }
    });
    drawn.addEventListener("keydown", (event) => {
        const act = KEYS[event.key];
        if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
            event.preventDefault();
            act();
        }
    });
    document.addEventListener("keydown", (event) => {
        const act = KEYS_ANYWHERE[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        const writes = event.target.closest("input, textarea, select");
        if (act && !writes && !event.ctrlKey && !event.metaKey && !event.altKey) {
            event.preventDefault();
            act();
        }
    });
    const on = (id, act, kind = "click") => $(id).addEventListener(kind, act);
    on("first", () => go(0));
    on("back", () => go(state.at - 1));
    on("on", () => go(state.at + 1));
    on("last", () => go(game.steps.length));
    on("at", (event) => go(Number(event.target.value)), "input");
    on("pass", () => play(passPlace()));
    on("undo", takeBack);
    on("fresh", () => fresh($("size").value));
    on("size", (event) => event.key === "Enter" && fresh(event.target.value), "keydown");
    on("read", () => read($("text").value));
    on("sample", () => { $("text").value = SAMPLE; read(SAMPLE); });
    on("file", async (event) => {
        const [file] = event.target.files;
        if (file) {
            $("text").value = await file.text();
            read($("text").value);
        }
    }, "change");
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", async (event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file) {
            select("load");
            $("text").value = await file.text();
            read($("text").value);
        }
    });
    const tabs = [...document.querySelectorAll("[role=tab]")];
    tabs.forEach((button, place) => {
        button.addEventListener("click", () => select(button.id.slice(4)));
        button.addEventListener("keydown", (event) => {
            const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (by) {
                const next = tabs[(place + by + tabs.length) % tabs.length];
                select(next.id.slice(4));
                next.focus();
            }
        });
    });
    on("theme", () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
    addEventListener("hashchange", () => show(fromLink()));
}

function select(name) {
    tab = name;
    drawTab();
}

function setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    $("theme").textContent = theme === "dark" ? "Light" : "Dark";
}

// The pages of the matrix are published beside this one; a copy on disk stands alone.
$("engines").hidden = location.protocol === "file:";
setTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
listen();
if (!show(fromLink())) {
    const why = $("why").cloneNode(true);
    show({ ...FIRST_GAME });
    $("why").replaceChildren(...why.childNodes);
}
