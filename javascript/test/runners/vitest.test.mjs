import { conformanceTests } from "superko";
import { test } from "vitest";
import { Board } from "./board.mjs";

conformanceTests(Board, { test, sizes: [3, 5] });
