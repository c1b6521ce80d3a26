// Boards as SVG, and the marks on them.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

/** The marks: no two share a meaning or a shape. Each has its text in the legend, and its shape around a point at 0, 0. */
const MARKS = {
    aim: { text: "play here", d: "M-.17 0a.17 .17 0 1 0 .34 0a.17 .17 0 1 0-.34 0Z" },
    last: { text: "last turn", d: "M-.24 0a.24 .24 0 1 0 .48 0a.24 .24 0 1 0-.48 0Z" },
    tried: { text: "tried, but refused", d: "M-.24-.24H.24V.24H-.24Z" },
    repeats: { text: "refused: repeats a position", d: "M-.18-.18L.18 .18M.18-.18L-.18 .18" },
    suicide: { text: "refused: suicide", d: "M0-.24L.23 .17H-.23Z" },
    blocked: { text: "blocked: took a ko", d: "M-.2-.2H.2V.2H-.2ZM-.2 .2L.2-.2" },
    dead: { text: "dead", d: "M-.32 .32L.32-.32" },
    nobodys: { text: "counts for neither player", d: "M-.2 0H.2" },
    differs: { text: "judged differently under the other rules", d: "M0-.46L.46 0L0 .46L-.46 0Z" },
    cursor: { text: "chosen point", d: "M-.45-.22V-.45H-.22M.22-.45H.45V-.22M.45 .22V.45H.22M-.22 .45H-.45V.22" },
};

function svg(name, attributes, ...children) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) {
        made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
}

/** Returns the usual star points. */
function stars(columns, rows) {
    const along = (side) => (side < 7 ? (side % 2 === 1 && side > 4 ? [(side - 1) / 2] : []) : side % 2 === 0
        ? [side < 13 ? 2 : 3, side - (side < 13 ? 3 : 4)]
        : [side < 13 ? 2 : 3, (side - 1) / 2, side - (side < 13 ? 3 : 4)]);
    return along(columns).flatMap((column) => along(rows).map((row) => [column, row]));
}

/** Draws a board from rows of `.XO`, the top row first. Points are one unit apart; the top left point is at 1, 1. */
function board(position, title) {
    const [columns, rows] = [position[0].length, position.length];
    const made = svg("svg", { viewBox: `.5 .5 ${columns} ${rows}`, role: "img", "aria-label": title });
    made.append(svg("rect", { class: "wood", x: 0.5, y: 0.5, width: columns, height: rows }));
    let lines = "";
    for (let row = 1; row <= rows; row++) {
        lines += `M1 ${row}H${columns}`;
    }
    for (let column = 1; column <= columns; column++) {
        lines += `M${column} 1V${rows}`;
    }
    made.append(svg("path", { class: "lines", d: lines }));
    for (const [column, row] of stars(columns, rows)) {
        made.append(svg("circle", { class: "star", cx: column + 1, cy: row + 1, r: 0.09 }));
    }
    position.forEach((cells, row) => [...cells].forEach((cell, column) => {
        if (cell !== ".") {
            made.append(svg("circle", { class: cell === "X" ? "B" : "W", cx: column + 1, cy: row + 1, r: 0.47 }));
        }
    }));
    return made;
}

/** Draws a mark over a halo, which sets it off from wood and stones alike. `on` is what the point has: B, W or E. */
function mark(kind, x = 0, y = 0, on = "E") {
    const { d } = MARKS[kind];
    return svg("g", { class: `mark ${kind} on${on}`, transform: `translate(${x} ${y})` },
        svg("path", { class: "halo", d }), svg("path", { d }));
}

/** Returns the mark of a turn: the last one, or the reason why it is refused. */
function markOf(judged) {
    const kinds = { repetition: "repeats", suicide: "suicide" };
    return judged.legal ? "last" : kinds[judged.kind] ?? "tried";
}

/** Explains the marks of a board, each once. */
function legend(kinds) {
    return Object.keys(MARKS).filter((kind) => kinds.has(kind)).map((kind) => element("li", {},
        svg("svg", { viewBox: "-.55 -.55 1.1 1.1", "aria-hidden": true },
            svg("rect", { class: "wood", x: -0.55, y: -0.55, width: 1.1, height: 1.1, rx: 0.15 }), mark(kind)),
        MARKS[kind].text));
}

/** Draws a small board with a caption, and a mark on a place. */
function figure(position, caption, kind, place) {
    const drawn = board(position, caption);
    if (kind !== undefined) {
        const { x, y } = drawnAt(place, position.length, position[0].length);
        drawn.append(mark(kind, x, y));
    }
    // Points have the same size on all small boards, as far as there is room.
    return element("figure", { style: `flex-basis: ${Math.min(9.5, 2.4 * position[0].length)}rem` }, drawn, element("figcaption", {}, caption));
}

/** Returns where a place is drawn. Places are counted from the left, starting in the bottom row. */
function drawnAt(place, rows, columns) {
    return { x: (place % columns) + 1, y: rows - Math.floor(place / columns) };
}
