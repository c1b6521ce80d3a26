// The texts that only the page has: its lessons, the rules in the words of beginners, and the names of rule sets.
"use strict";

/** Lessons: each is a game of the glossary. The reader plays its last turns, and may repeat the last one under `other` rules. */
const LESSON_TABLE = [
    { title: "Capture", words: ["chain", "liberty"], plays: 1 },
    { title: "Ko", words: ["ko"], plays: 2 },
    { title: "Superko", words: ["superko"], plays: 6, other: "chinese" },
    { title: "Suicide", words: ["suicide"], plays: 1, other: "chinese" },
];

/** The ten sentences of Tromp and Taylor, in the words of beginners. The other rules have the texts of their switches. */
const PLAIN = {
    TT1: "Two players, Black and White, play on the points where the lines of the board cross.",
    TT2: "A point is empty, or it has one stone, black or white.",
    TT3: "Stones of one color that are neighbors along a line form a chain. The empty points next to it are its liberties.",
    TT4: "A chain without a liberty is taken off the board.",
    TT5: "The board is empty at first, unless the game starts from a problem or with a handicap. Black begins, and the players alternate.",
    TT6: "In your turn, pass or play a stone. A play must not make the whole board look as it did earlier in the game.",
    TT7: "You play a stone of your color on an empty point. Chains of your opponent without a liberty are removed first, then your own.",
    TT8: "The game is over when both players pass, one after the other.",
    TT9: "Your score is the number of your stones on the board, plus the empty points that only your stones surround.",
    TT10: "The higher score wins. Equal scores are a tie.",
};

/** The names of the rule sets in words, the best known first. */
const SET_NAMES = {
    "tromp-taylor": "Tromp-Taylor rules",
    chinese: "Chinese rules",
    japanese: "Japanese rules",
    aga: "AGA rules (American)",
    bga: "BGA rules (British)",
    "new-zealand": "New Zealand rules",
    ing: "Ing rules",
    "simplified-ing": "simplified Ing rules",
    "chinese-written": "written Chinese rules",
    beginners: "rules for beginners",
    basic: "basic rules",
    "basic-7a": "basic rules without suicide",
    "pass-stones": "rules with pass stones",
    "short-chinese": "short rules, Chinese count",
    "short-japanese": "short rules, Japanese count",
    cgos: "rules of the Computer Go Server",
};
