import { expect, it } from "vitest";
import { ACTIONS } from "./actions.ts";

it.each([
  ["ENQ-000201", { before: "ENQ-000201" }],
  ["", undefined],
  ["<b>", undefined],
])("returns to the same page of enquiries after an enquiry is answered: “%s”", (before, query) => {
  const form = new URLSearchParams({ reference: "ENQ-000007", before });
  const context = { form, services: {}, who: "meera", now: 0, rest: "" };
  const action = ACTIONS.enquiries?.(
    context as unknown as Parameters<NonNullable<typeof ACTIONS.enquiries>>[0],
  );
  expect(action?.query).toEqual(query);
});
