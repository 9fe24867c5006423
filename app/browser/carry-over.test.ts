import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { copyEnteredValues, moveIdempotencyKey, refocus } from "./carry-over.ts";

const MENU_OF_ONE = '<details><summary id="menu">Compare<b>1</b></summary><a id="in">3</a></details>';

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

it.each([
  ["an element with the same key", "#one", '<a id="one">1</a>', "one"],
  ["the button of the closed menu", "#in", MENU_OF_ONE, "menu"],
  ["the button of the menu if the element is gone", "#gone", MENU_OF_ONE, "menu"],
  ["nothing if the element is gone and had no menu", "#lost", MENU_OF_ONE, undefined],
])("focuses %s", (_, selector, content, id) => {
  const focusedIds: unknown[] = [];
  const build = (html: string) => {
    const root = parse(html);
    for (const one of root.querySelectorAll("*"))
      Object.assign(one, {
        matches: (names: string) => names.split(", ").includes(one.rawTagName),
        focus: () => focusedIds.push(one.id),
      });
    return root as unknown as Element;
  };
  const old = `<a id="one">1</a><a id="lost">2</a><details open><summary>Compare<b>2</b></summary><a id="in">3</a><a id="gone">4</a></details>`;
  refocus(build(content), build(old).querySelector(selector));
  expect(focusedIds).toEqual(id === undefined ? [] : [id]);
});
