import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { clientAddress } from "./guard.ts";

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
  ["not an address", "10.0.0.1"],
])("reads the client's address from X-Forwarded-For: %s", (forwardedFor, address) => {
  expect(clientAddress(requestFrom(forwardedFor), 1)).toBe(address);
});
