import { expect, it } from "vitest";
import { readSignedMessage, signedMessageQuery } from "./done.ts";

const session = { xsrf: "token" };
const MESSAGE = "The sessions of a@broker.test were ended.";

it("shows the message of an action that this session executed", () => {
  expect(readSignedMessage(session, new URLSearchParams(signedMessageQuery(session, MESSAGE)))).toBe(MESSAGE);
});

it.each([
  ["no proof", `?${new URLSearchParams({ done: MESSAGE })}`],
  ["another session's proof", signedMessageQuery({ xsrf: "other" }, MESSAGE)],
  ["another message's proof", `${signedMessageQuery(session, "x")}&done=y`.replace("done=x&", "")],
  ["no message", "?"],
])("shows no message with %s", (_, query) => {
  expect(readSignedMessage(session, new URLSearchParams(query))).toBeNull();
});
