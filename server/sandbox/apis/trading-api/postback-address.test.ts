import { expect, it } from "vitest";
import { addressRejection, isPublic } from "./postback-address.ts";

const SPECIAL = [
  "127.0.0.1",
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "192.0.0.8",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:0:10.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:2::1",
  "2001:10::1",
  "2001:20::1",
  "2001:db8::1",
  "2002:7f00:1::1",
  "3ffe::1",
  "3fff::1",
  "4000::1",
  "5f00::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fec0::1",
  "ff02::1",
];

it.each(SPECIAL)("rejects the non-public address %s", (address) => {
  expect(isPublic(address)).toBe(false);
  const host = address.includes(":") ? `[${address}]` : address;
  expect(addressRejection(`http://${host}:8080/x`, false)).toContain("must be on the public internet");
  expect(addressRejection(`http://${host}:8080/x`, true)).toBeNull();
});

it.each(["8.8.8.8", "2001:4860:4860::8888", "2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8"])(
  "accepts the public address %s",
  (address) => {
    expect(isPublic(address)).toBe(true);
  },
);

it.each([
  ["http://127.1/", "a shortened loopback address"],
  ["http://0x7f000001/", "a loopback address in hexadecimal"],
  ["http://localhost/", "localhost"],
  ["http://localhost./", "localhost with a dot at its end"],
  ["http://api.localhost/", "a name below localhost"],
  ["ftp://example.com/", "another protocol"],
  ["http://user:pass@example.com/", "a user name"],
  ["no address", "text that is no address"],
  [`https://example.com/${"x".repeat(500)}`, "more than 500 characters"],
])("rejects the postback address %s (%s)", (text) => {
  expect(addressRejection(text, false)).not.toBeNull();
});
