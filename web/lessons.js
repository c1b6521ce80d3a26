// Lessons: games of the glossary, whose last turns the reader plays. Which lesson is shown follows from the position alone.
"use strict";

/** Returns the state in which a lesson begins. */
function startOf({ setup, turns, from }) {
    return { setup, turns: turns.slice(0, from), at: from, versus: "" };
}

/** Returns the lesson that has this position, under any rules. */
function lessonNow() {
    return LESSONS.find(({ setup, turns, from }) => game.usual && setup.split(" ")[0] === `${game.columns}x${game.rows}`
        && state.at >= from && state.at <= turns.length && state.turns.slice(0, state.at).every((turn, at) => turn === turns[at]));
}

/** Whether the reader has tried the last turn of a lesson, and it was refused. */
function isTried({ turns }) {
    return state.at === turns.length - 1 && how === "try" && point === placeOf(turns[state.at]);
}

/** Returns where the reader of a lesson plays next; null if there is no lesson, or nothing is left to play. */
function aimOf(lesson) {
    const turn = lesson?.turns[state.at];
    return turn === undefined || isTried(lesson) ? null : placeOf(turn);
}

/** Returns the three steps of a lesson: what it is about, what to play, and what happens. */
function lessonSteps(lesson) {
    const aim = aimOf(lesson);
    const { entries, turns, from, other, title } = lesson;
    const step = (title, isCurrent, ...content) => element("li", { "aria-current": isCurrent ? "step" : false },
        element("h3", {}, title), content);
    const place = LESSONS.indexOf(lesson);
    const count = turns.length - from;
    const next = LESSONS[place + 1];
    const last = turns.length - 1;
    const judged = aim !== null ? null : isTried(lesson) ? look.points[point] : game.steps[last];
    const player = isTried(lesson) ? look.toMove : game.steps[last]?.player;
    const [own] = lesson.setup.split(" ").slice(1);
    const elsewhere = game.rules === own ? other : own;
    return [
        element("div", { class: "topline" },
            element("h2", {}, `${title}: lesson ${place + 1} of ${LESSONS.length}`),
            aim === null && element("button", { type: "button", class: "main", onclick: () => next ? begin(next) : fresh("9x9") },
                next ? `Next: ${next.title}` : "Play freely")),
        element("ol", { class: aim === null ? "lesson done" : "lesson" },
            step("Look", false, entries.map(({ id, text }) => element("p", {}, element("b", {}, `${id}: `), text))),
            step("Play", aim !== null, element("p", {}, aim === null ? "Done." : count > 1
                ? `${NAMES[look.toMove]} plays ${vertex(aim)}: click the dot. This is play ${state.at - from + 1} of ${count}.`
                : `${NAMES[look.toMove]} plays ${vertex(aim)}: click the dot.`)),
            step("See", aim === null, aim !== null ? element("p", {}, "What will happen?") : [
                game.rules === own && element("p", {}, entries[0].what),
                explained(judged, player, turns[last], look.position),
            ])),
        aim === null && other && element("button", { type: "button", id: "elsewhere", onclick: () => begin({ ...lesson, from: last }, elsewhere) },
            `Try it under ${named(elsewhere)}`),
    ].filter(Boolean);
}

/** Begins a lesson, by its own rules or by others. */
function begin(lesson, rules) {
    const { setup, ...start } = startOf(lesson);
    show({ ...start, setup: rules === undefined ? setup : `${setup.split(" ")[0]} ${rules}` });
    $("board").focus({ preventScroll: true });
}

function drawLessons() {
    const now = lessonNow();
    $("lessons").replaceChildren(element("span", {}, "Try"), ...LESSONS.map((lesson) => element("button", {
        type: "button", "aria-current": lesson === now && "step", onclick: () => begin(lesson),
    }, lesson.title)));
}
