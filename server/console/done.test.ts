import { expect, it } from "vitest";
import { doneMessage, doneQuery } from "./done.ts";

const session = { xsrf: "token" };
const MESSAGE = "The sessions of a@broker.test were ended.";

it("shows the message of an action that this session executed", () => {
  expect(doneMessage(session, new URLSearchParams(doneQuery(session, MESSAGE)))).toBe(MESSAGE);
});

it.each([
  ["no proof", `?${new URLSearchParams({ done: MESSAGE })}`],
  ["another session's proof", doneQuery({ xsrf: "other" }, MESSAGE)],
  ["another message's proof", `${doneQuery(session, "x")}&done=y`.replace("done=x&", "")],
  ["no message", "?"],
])("shows no message with %s", (_, query) => {
  expect(doneMessage(session, new URLSearchParams(query))).toBeNull();
});
