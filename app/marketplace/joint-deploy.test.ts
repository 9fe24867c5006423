import { expect, it } from "vitest";
import { jointCookie, nextInJoint } from "./joint-deploy.ts";

it("leads from a deployment to the other algos of the stored joint portfolio", () => {
  const [pair = ""] = jointCookie(["one", "two"], [1, 3], undefined).split(";");
  const next = "/algos/portfolio/deploy?id=one&lots=1&id=two&lots=3";
  expect([nextInJoint(pair, "two"), nextInJoint(pair, "three"), nextInJoint(null, "two")]).toEqual([
    next,
    null,
    null,
  ]);
});

it("ignores invalid parts of the cookie and deletes it without algos", () => {
  expect(nextInJoint("joint=one:1./evil:2.two:0", "one")).toBe("/algos/portfolio/deploy?id=one&lots=1");
  expect(jointCookie([], [], undefined)).toContain("Max-Age=0");
});
