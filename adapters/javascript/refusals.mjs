// What a board throws: of a turn that is illegal, and of a size or rules that it does not play. The harness knows them by name.

export class Illegal extends Error {
    name = "Illegal";
    reason = null;
}

export class Unsupported extends Error {
    name = "Unsupported";
}
