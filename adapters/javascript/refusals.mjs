// The errors that a board throws for an illegal turn, and for a size or rules that it does not support. The harness recognizes
// them by name.

export class Illegal extends Error {
    name = "Illegal";
    reason = null;
}

export class Unsupported extends Error {
    name = "Unsupported";
}
