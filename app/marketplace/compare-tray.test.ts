import { expect, it } from "vitest";
import { limitTray, readTray, writeTray } from "./compare-tray.tsx";

it("reads the compare tray's cookie with and without the __Host- prefix", () => {
  const ids = ["ridgeline-condor", "monthly-seedling"];
  expect(readTray(`theme=dark; compare=${writeTray(ids)}; amount=5`)).toEqual(ids);
  expect(readTray(`__Host-compare=${writeTray(ids)}`)).toEqual(ids);
  expect(readTray(null)).toEqual([]);
  expect(readTray("compare=")).toEqual([]);
});

it("removes duplicate ids from the compare tray and limits it to the latest four", () => {
  expect(limitTray(["a", "b", "a"])).toEqual(["a", "b"]);
  expect(limitTray(["a", "b", "c", "d", "e"])).toEqual(["b", "c", "d", "e"]);
  expect(limitTray(["<b>", "", "a"])).toEqual(["a"]);
});
