import { expect, it } from "vitest";
import { readTray, trayOf, writeTray } from "./compare-tray.tsx";

it("parses its cookie among others, also under the name for https", () => {
  const ids = ["ridgeline-condor", "monthly-seedling"];
  expect(readTray(`theme=dark; compare=${writeTray(ids)}; amount=5`)).toEqual(ids);
  expect(readTray(`__Host-compare=${writeTray(ids)}`)).toEqual(ids);
  expect(readTray(null)).toEqual([]);
  expect(readTray("compare=")).toEqual([]);
});

it("contains each id once, and of more than four the latest", () => {
  expect(trayOf(["a", "b", "a"])).toEqual(["a", "b"]);
  expect(trayOf(["a", "b", "c", "d", "e"])).toEqual(["b", "c", "d", "e"]);
  expect(trayOf(["<b>", "", "a"])).toEqual(["a"]);
});
