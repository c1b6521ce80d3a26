// The texts that only the page has: its lessons, the rules in the words of beginners, and the names of rule sets.
"use strict";

/** Lessons: each is a game of the glossary. The reader plays its last turns, and may repeat the last one under `other` rules. */
const LESSON_TABLE = [
    { title: "Capture", words: ["chain", "liberty"], plays: 1 },
    { title: "Ko", words: ["ko"], plays: 2 },
    { title: "Superko", words: ["superko"], plays: 6, other: "chinese" },
    { title: "Suicide", words: ["suicide"], plays: 1, other: "chinese" },
];

/** All rules in the words of beginners: the ten sentences of Tromp and Taylor, and those of other rule sets. */
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
    "TT6/situational": "A play must not make the board look as it did earlier in the game with the same player to move.",
    "TT6/natural-situational": "A play must not make the board look as it did after an earlier play of your own.",
    "TT6/new-zealand": "A play must not make the board look as it did after an earlier play or pass of your own.",
    "TT6/simple-ko": "A play must not make the board look as it did before your opponent's last turn.",
    "TT6/none": "A play may make the board look as it did earlier in the game.",
    "TT6/repeat-loses": "A play that breaks the rule on repetition is legal, but it loses the game.",
    "TT6/repeat-ties": "A play that breaks the rule on repetition is legal, and the game ends as a tie.",
    "TT7/several-stones": "A play may remove two or more of your own stones, but not just one.",
    "TT7/forbidden": "You must not play where your own stones would be removed.",
    "TT7/supply": "Each player has stones for half of the board: 181 and 180 on 19x19. A player with no stones left can only pass.",
    "TT8/three-passes": "The game is over after three passes in a row.",
    "TT8/four-passes": "The game is over after four passes in a row.",
    "TT8/white-last": "White passes last. If a pass by Black would end the game, White has one more turn.",
    "TT8/dead-points": "After the passes, the players may agree on dead stones. These are taken off before the score is counted.",
    "TT8/resume": "After the passes, the players may agree on dead stones. If they disagree, play resumes, but only once.",
    "TT8/illegal-loses": "A player who tries an illegal turn loses the game.",
    "TT8/no-result": "The game has no result if a play makes the board look as it did earlier with the same player to move.",
    "TT8/third-time": "The game has no result if the board looks the same for the third time since the last pass, with the same player to move. If you pass again on a board on which you have passed before, that pass ends the game.",
    "TT8/cleanup": "After the passes, play goes on in two cleanup phases, in which you capture dead stones. There, a stone that took a ko may be retaken only after a turn that unblocks it. In the second phase, your plays cost you nothing.",
    "TT9/territory": "Your score is the number of empty points that only your stones surround, plus the stones that you captured.",
    "TT9/short-territory": "Your score is as in territory scoring, but a dead stone counts as captured only if it is surrounded.",
    "TT9/stones": "Your score is the number of your stones on the board.",
    "TT9/pass-stones": "A pass gives your opponent one captured stone. This matters only where captured stones are counted.",
    "TT9/tax-seki": "Empty points count only if your stones around them live without a seki: no empty point there touches both colors, and no chain there has a single liberty.",
    "TT9/tax-all": "As in the tax on seki, and each of your living regions costs you two points.",
    "TT9/button": "The first pass of the game earns half a point. It does not count among the passes that end the game.",
    "TT9/enclosed": "Stones are dead if stones surround them that can never be captured, and there is no room for two eyes.",
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
