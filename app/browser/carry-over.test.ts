import { expect, it } from "vitest";
import { copyEntered } from "./carry-over.ts";

type State = { value: string; checked: boolean; defaultChecked: boolean };

function control(attributes: Record<string, string>, state: Partial<State>): HTMLInputElement & State {
  return {
    tagName: "INPUT",
    getAttribute: (name: string) => attributes[name] ?? null,
    matches: () => false,
    ...{ value: attributes.value ?? "", checked: false, defaultChecked: false, ...state },
  } as never;
}
const box = (ref: string, checked = true) =>
  control({ name: "ref", value: ref }, { checked, defaultChecked: true });
const isChecked = ({ checked }: HTMLInputElement) => checked;

it("copies an unticked checkbox and leaves new positions unticked", () => {
  const fresh = [box("NEW"), box("INFY"), box("TCS")];
  copyEntered([box("INFY", false), box("TCS")], fresh);
  expect(fresh.map(isChecked)).toEqual([false, false, true]);
});

it("leaves new positions ticked if the user changed no checkbox", () => {
  const fresh = [box("NEW"), box("INFY")];
  copyEntered([box("INFY")], fresh);
  expect(fresh.map(isChecked)).toEqual([true, true]);
});

it("copies an entered value only to the field of the same name", () => {
  const fresh = [control({ name: "mode" }, { value: "" }), control({ name: "deployment" }, { value: "" })];
  copyEntered([control({ name: "mode" }, { value: "paper" })], fresh);
  expect(fresh.map(({ value }) => value)).toEqual(["paper", ""]);
});
