// The two readers of a loader's answer: a page on the server, and somebody who asks for JSON.
import { expect, it } from "vitest";
import { withHeaders } from "./with-headers.ts";

it("gives its data as they are, and as JSON with its headers and status", async () => {
  const data = { count: 3 };
  const answer = withHeaders(data, { status: 410, headers: { "Set-Cookie": "a=b" } });
  expect(answer.data).toBe(data);
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([410, "a=b"]);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(await answer.json()).toEqual(data);
});
