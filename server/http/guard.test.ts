import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { clientAddress, readAddress, readAll } from "./guard.ts";

const requestFrom = (forwardedFor: string) =>
  ({
    headers: { "x-forwarded-for": forwardedFor },
    socket: { remoteAddress: "10.0.0.1" },
  }) as unknown as IncomingMessage;

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7:4711", "203.0.113.7"],
  ["198.51.100.1, 203.0.113.7:4711", "203.0.113.7"],
  ["[2001:db8:1:2:3::4]:4711", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:3::4", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8::/64"],
  ["2001:db8:0:1::1", "2001:db8:0:1::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["not an address", "10.0.0.1"],
])("determines the client's IP address from the header X-Forwarded-For: %s", (forwardedFor, address) => {
  expect(clientAddress(requestFrom(forwardedFor), 1)).toBe(address);
});

it.each([
  "//example.com/",
  "/.//example.com/",
  "/%2e//example.com/",
  "/a/..//example.com/",
  "/\\example.com/",
])("refuses the path %s, because a redirect to it would leave the site", (url) => {
  const host = "localhost";
  const request = { url, headers: { host }, headersDistinct: { host: [host] } } as unknown as IncomingMessage;
  const limits = { publicOrigin: null, requestTargetBytes: 100, formBodyBytes: 0, formFields: 0 };
  expect(() => readAddress(request, limits)).toThrow("This page does not exist.");
  expect(readAddress({ ...request, url: "/a/../b" } as IncomingMessage, limits).pathname).toBe("/b");
});

/** Creates a request. The test then writes its body in parts. */
function arriving(length?: number) {
  const headers = length === undefined ? {} : { "content-length": String(length) };
  const request = Object.assign(new PassThrough(), { headers });
  return { request, read: readAll(request as unknown as IncomingMessage, 8, "body") };
}

it("reads an empty request body, and a body that arrives in several parts", async () => {
  const { request, read } = arriving(4);
  request.write("ab");
  request.end("cd");
  expect((await read).toString()).toBe("abcd");
  const empty = arriving();
  empty.request.end();
  expect((await empty.read).byteLength).toBe(0);
});

it("refuses a request body above the limit and keeps the connection open", async () => {
  await expect(arriving(9).read).rejects.toMatchObject({ status: 413 });
  const { request, read } = arriving();
  request.write("123456789");
  await expect(read).rejects.toMatchObject({ status: 413 });
  expect(request.destroyed).toBe(false);
  expect(request.listenerCount("data")).toBe(0);
});

it("rejects an incomplete body, even if the connection ended before reading began", async () => {
  const { request, read } = arriving(4);
  request.write("ab");
  request.destroy();
  await expect(read).rejects.toThrow("closed before the body was complete");
  await expect(readAll(request as unknown as IncomingMessage, 8, "body")).rejects.toThrow("closed before");
});
