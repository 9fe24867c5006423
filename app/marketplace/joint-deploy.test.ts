import { expect, it } from "vitest";
import { jointCookie, nextInJoint } from "./joint-deploy.ts";

it("returns the page of the stored joint portfolio; null for any other algo", () => {
  const [pair = ""] = jointCookie(["one", "two"], [1, 3], undefined).split(";");
  const next = "/algos/portfolio/deploy?id=one&lots=1&id=two&lots=3";
  expect([nextInJoint(pair, "two"), nextInJoint(pair, "three"), nextInJoint(null, "two")]).toEqual([
    next,
    null,
    null,
  ]);
});

it("ignores invalid parts of the cookie, and deletes the cookie if there are no algos", () => {
  expect(nextInJoint("joint=one:1./evil:2.two:0", "one")).toBe("/algos/portfolio/deploy?id=one&lots=1");
  expect(jointCookie([], [], undefined)).toContain("Max-Age=0");
});

it("is a cookie of this host for one day on https", () => {
  expect(jointCookie(["one"], [1], "https://site.example")).toBe(
    "__Host-joint=one:1; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure",
  );
});

it("leads to no other site and to at most five algos", () => {
  const many = Array.from({ length: 500 }, (_, nth) => `a${nth}:1`).join(".");
  const path = nextInJoint(`joint=${many}`, "a0") ?? "";
  expect(new URL(path, "https://site.example").searchParams.getAll("id")).toHaveLength(5);
  for (const value of ["//evil.example:1", `${"x".repeat(90)}:1`, "one:1000", "one:-1", "one", ":1", "One:1"])
    for (const id of ["one", "One", "//evil.example", ""])
      expect(nextInJoint(`joint=${value}`, id)).toBeNull();
});
