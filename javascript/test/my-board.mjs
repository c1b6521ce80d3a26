// The board that the README calls yours.
export { Board as MyBoard } from "./board.mjs";
