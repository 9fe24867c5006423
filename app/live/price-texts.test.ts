import { expect, it } from "vitest";
import { SERVICE_REASON_TEXTS, serviceReasonText } from "./price-texts.ts";

it("finds the text of a reason that an earlier version stored with a second clause", () => {
  expect(Object.keys(SERVICE_REASON_TEXTS)).toContain("it is not responding");
  expect(serviceReasonText("it is not responding; pages show the last known data")).toBe(
    "it is not responding",
  );
});

it.each(["another connection replaced ours; retrying soon", "a reason of the provider; in two clauses"])(
  "shows the reason %s unchanged",
  (reason) => {
    expect(serviceReasonText(reason)).toBe(reason);
  },
);
