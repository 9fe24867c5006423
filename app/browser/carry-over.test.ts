import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { copyEnteredValues, moveIdempotencyKey } from "./carry-over.ts";

type State = { value: string; checked: boolean; defaultChecked: boolean };

function control(attributes: Record<string, string>, state: Partial<State>): HTMLInputElement & State {
  return {
    tagName: "INPUT",
    getAttribute: (name: string) => attributes[name] ?? null,
    matches: () => false,
    type: attributes.type ?? "text",
    ...{ value: attributes.value ?? "", checked: false, defaultChecked: false, ...state },
  } as never;
}
const box = (ref: string, checked = true, defaultChecked = true) =>
  control({ type: "checkbox", name: "ref", value: ref }, { checked, defaultChecked });
const isChecked = ({ checked }: HTMLInputElement) => checked;

it("copies an unticked checkbox and leaves new positions unticked", () => {
  const fresh = [box("NEW"), box("INFY"), box("TCS")];
  copyEnteredValues([box("INFY", false), box("TCS")], fresh);
  expect(fresh.map(isChecked)).toEqual([false, false, true]);
});

it("leaves new positions unticked if a rejected form was rendered with an unticked one", () => {
  const fresh = [box("NEW"), box("INFY"), box("TCS")];
  copyEnteredValues([box("INFY", false, false), box("TCS")], fresh);
  expect(fresh.map(isChecked)).toEqual([false, false, true]);
});

it("leaves new positions unticked in a form that is sent again", () => {
  const fresh = [box("NEW"), box("INFY")];
  copyEnteredValues([box("INFY")], fresh, true);
  expect(fresh.map(isChecked)).toEqual([false, true]);
});

it("ticks new positions as the server does if the user changed no checkbox", () => {
  const fresh = [box("NEW"), box("INFY")];
  copyEnteredValues([box("INFY")], fresh);
  expect(fresh.map(isChecked)).toEqual([true, true]);
});

it("copies an entered value only to the field of the same name", () => {
  const fresh = [control({ name: "mode" }, { value: "" }), control({ name: "deployment" }, { value: "" })];
  copyEnteredValues([control({ name: "mode" }, { value: "paper" })], fresh);
  expect(fresh.map(({ value }) => value)).toEqual(["paper", ""]);
});

it.each([
  ["keeps the key of a form without a response, for each reload", " data-retry", ["first", "first"]],
  ["replaces the key of other forms", "", ["second", "third"]],
])("%s", (_, mark, keys) => {
  const form = (key: string, attribute = "") =>
    parse(`<form><input type="hidden" name="key" value="${key}"${attribute}></form>`) as unknown as Element;
  const keyAfter = (old: Element, fresh: Element) => {
    moveIdempotencyKey(old, fresh);
    return fresh.querySelector('[name="key"]')?.getAttribute("value");
  };
  const [second, third] = [form("second"), form("third")];
  expect([keyAfter(form("first", mark), second), keyAfter(second, third)]).toEqual(keys);
});
