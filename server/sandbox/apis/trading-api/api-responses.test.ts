import { Hono } from "hono";
import { expect, it, vi } from "vitest";
import { withLostResponse } from "./api-responses.ts";

it.each([
  ["closes the connection of a direct caller", {}, 1],
  ["marks a lost response for the site's proxy", { "x-client-address": "203.0.113.7" }, 0],
  ["marks a lost response for the site's own calls", { "x-lost-answer": "mark" }, 0],
])("%s", async (_, headers, closed) => {
  const api = new Hono();
  api.get("/", (context) => withLostResponse(context, async () => context.text("executed")));
  const destroy = vi.fn();
  const response = await api.request("/", { headers }, { outgoing: { destroy } });
  expect(response.headers.get("x-lost-answer")).toBe("yes");
  expect(destroy).toHaveBeenCalledTimes(closed);
});
