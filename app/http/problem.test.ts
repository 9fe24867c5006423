import { expect, it } from "vitest";
import {
  invalidResponse,
  rateLimitResponse,
  refusalResponse,
  unreachableResponse,
} from "../../server/provider/faults.ts";
import { readRefusal } from "./problem.ts";

it.each([
  ["7", "7"],
  [undefined, "5"],
  ["soon", "5"],
  [new Date(Date.now() - 60_000).toUTCString(), "1"],
])("states when a form can be sent again after Retry-After: %s", async (header, seconds) => {
  expect(await readRefusal(rateLimitResponse("tooManyCalls", header), [422])).toEqual({
    message: `Too many requests. This one was not executed. Try again in ${seconds} s.`,
    init: { status: 429, headers: { "Retry-After": seconds } },
  });
});

it("returns the provider's message for a listed status, and throws other faults", async () => {
  const init = { status: 422, headers: {} };
  expect(await readRefusal(refusalResponse(422, "Too small."), [422])).toEqual({
    message: "Too small.",
    init,
  });
  const fault = refusalResponse(404, "None.");
  await expect(readRefusal(fault, [422])).rejects.toBe(fault);
});

it("returns the given message if the provider did not respond", async () => {
  expect(await readRefusal(invalidResponse(), [422], "Not known.")).toMatchObject({ message: "Not known." });
  expect(await readRefusal(unreachableResponse(), [422], "Not known.")).toEqual({
    message: "Not known.",
    init: { status: 503, headers: { "Retry-After": "5" } },
  });
});
