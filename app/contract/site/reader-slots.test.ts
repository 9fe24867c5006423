import fc from "fast-check";
import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { fillSlots, sessionSlots, slotMarkup, splitAtSlots, summarySlots } from "./reader-slots.ts";

const MARK = "m4rk";
const slotValues = {
  name: "Asha Demo",
  clientId: "1000000001",
  endsAt: "22 Nov 2026, 09:15 IST",
  xsrf: "token",
  today: "−₹3,526",
  tone: "loss",
  unread: "",
};
const fill = (html: string, lists: Record<string, string> = {}, own = slotValues) =>
  fillSlots(splitAtSlots(html, MARK, String), { words: own, lists }, String).join("");
const slot = (name: Parameters<typeof slotMarkup>[1], about?: string) => slotMarkup(MARK, name, about);

it("replaces each placeholder of a cached page with the session's value", () => {
  const open = sessionSlots(MARK);
  expect(fill(`<p>${open.name}, ${open.clientId}</p><input value="${open.xsrf}"> ${open.endsAt}`)).toBe(
    '<p>Asha Demo, 1000000001</p><input value="token"> 22 Nov 2026, 09:15 IST',
  );
});

it("fills placeholders with the account's figures and leaves missing figures empty", () => {
  const open = summarySlots(MARK);
  expect(fill(`<b class="text-${open.tone}">${open.today}</b><i>${open.unread}</i>`)).toBe(
    '<b class="text-loss">−₹3,526</b><i></i>',
  );
});

it("shows the `tracked` text if the user tracks the algo, otherwise the `else` text", () => {
  const html = `a${slot("tracked", "x")}on ${slot("list", "x")}${slot("else", "x")}off${slot("end", "x")}b`;
  expect(fill(html, { x: "list-1" })).toBe("aon list-1b");
  expect(fill(html, { y: "list-1" })).toBe("aoffb");
  expect(fill(html + html, { x: "l" })).toBe("aon lbaon lb");
});

it("treats inherited properties such as `constructor` as missing placeholder values", () => {
  const html = `${slot("tracked", "constructor")}on${slot("else", "constructor")}off${slot("end", "constructor")}`;
  expect(fill(html)).toBe("off");
  expect(() => fill(slotMarkup(MARK, "toString" as "name"))).toThrow("nobody fills: toString");
});

it("replaces text in brackets only if it begins with the secret prefix", () => {
  expect(fill("<p>[[name]] [[other:name:]]</p>")).toBe("<p>[[name]] [[other:name:]]</p>");
});

it("escapes a user's name, so that it cannot add elements or attributes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const page = parse(
        fill(`<b title="${slot("name")}">${slot("name")}</b>`, {}, { ...slotValues, name }).replaceAll(
          "\0",
          "",
        ),
      );
      const [element] = page.querySelectorAll("*");
      expect(page.querySelectorAll("*")).toHaveLength(1);
      expect(Object.keys(element?.attributes ?? {})).toEqual(["title"]);
      expect(element?.getAttribute("title")).toBe(name.replaceAll("\0", ""));
      expect(element?.textContent).toBe(name.replaceAll("\0", ""));
    }),
  );
});
