// Sealed messages can be opened only by replicas with a secret, and repeated or altered messages are rejected.
import { beforeEach, describe, expect, it } from "vitest";
import { LIMITS } from "../limits.ts";
import { BusSeal, type BusSealOptions } from "./bus-seal.ts";

const NEW = "the new secret of all replicas, 32 chars";
const OLD = "the old secret of all replicas, 32 chars";
let now: number;
beforeEach(() => {
  now = Date.parse("2026-11-17T12:00:00+05:30");
});

const replica = (nodeId: string, change: Partial<BusSealOptions> = {}) =>
  new BusSeal({ secrets: [NEW], scope: "site:relay", nodeId, limits: LIMITS, now: () => now, ...change });

describe("a sealed message on the bus", () => {
  it("is opened by a replica with the same secret, and hides its text", () => {
    const sealed = replica("one").seal("batches", "HDFCBANK of 1000000001, ₹1,700");
    expect(sealed).not.toMatch(/HDFCBANK|1000000001/);
    expect(replica("two").receive("batches", sealed)).toEqual({
      text: "HDFCBANK of 1000000001, ₹1,700",
      isGap: false,
    });
  });

  it("is opened with the old or the new secret during a rotation", () => {
    const sealed = replica("one", { secrets: [OLD] }).seal("batches", "x");
    expect(replica("two", { secrets: [NEW, OLD] }).receive("batches", sealed)).toMatchObject({ text: "x" });
    expect(replica("two").receive("batches", sealed)).toMatch("not sealed by this site");
  });

  it.each<[string, string, Partial<BusSealOptions>]>([
    ["another secret", "batches", { secrets: [OLD] }],
    ["another site's prefix", "batches", { scope: "other:relay" }],
    ["the bus scope of another service", "batches", { scope: "site:orders" }],
    ["another channel", "calls", {}],
  ])("is refused if its sender used %s", (_, channel, change) => {
    const sealed = replica("one", change).seal(channel, "x");
    expect(replica("two").receive("batches", sealed)).toMatch("not sealed by this site");
  });

  it("is rejected if any byte is changed or missing", () => {
    const sealed = replica("one").seal("batches", "x");
    const [version = "", keyId = "", body = ""] = sealed.split(".");
    const bytes = Buffer.from(body, "base64");
    const refused = (changed: Buffer, id = keyId, by = version) =>
      expect(typeof replica("two").receive("batches", `${by}.${id}.${changed.toString("base64")}`)).toBe(
        "string",
      );
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      refused(changed);
      refused(bytes.subarray(0, at));
    }
    refused(bytes, keyId.toLowerCase().padEnd(9, "x"));
    refused(bytes, keyId, "2");
  });

  it.each([
    "",
    "{}",
    "1.",
    "1.........",
    "1.AAAAAAAA.",
    JSON.stringify({ fence: 9e15 }),
    "\u0000".repeat(100),
  ])("is refused if it has no valid seal: %j", (text) => {
    expect(replica("two").receive("batches", text)).toMatch("not sealed by this site");
  });

  it("is rejected without decryption if it is too large", () => {
    const two = replica("two", { limits: { ...LIMITS, busMessageBytes: 1_000 } });
    expect(two.receive("batches", replica("one").seal("batches", "x".repeat(1_000)))).toMatchObject({});
    expect(two.receive("batches", replica("one").seal("batches", "x".repeat(2_000)))).toBe("it is too large");
  });

  it.each([-1, 1])("is rejected if the sender's clock differs too much (direction %d)", (sign) => {
    const sealed = replica("one").seal("batches", "x");
    now += sign * LIMITS.busMessageValidMs;
    expect(replica("two").receive("batches", sealed)).toMatchObject({ text: "x" });
    now += sign;
    expect(replica("two").receive("batches", sealed)).toMatch("too far from this replica's clock");
  });
});

describe("a replica that receives sealed messages", () => {
  it("rejects a repeated or earlier message", () => {
    const one = replica("one");
    const two = replica("two");
    const [first, second] = [one.seal("batches", "1"), one.seal("batches", "2")];
    expect(two.receive("batches", second)).toMatchObject({ text: "2" });
    expect(two.receive("batches", second)).toMatch("received before");
    expect(two.receive("batches", first)).toMatch("received before");
  });

  it("reports a lost message when the next message arrives", () => {
    const one = replica("one");
    const two = replica("two");
    expect(two.receive("batches", one.seal("batches", "1"))).toEqual({ text: "1", isGap: false });
    one.seal("batches", "lost");
    expect(two.receive("batches", one.seal("batches", "3"))).toEqual({ text: "3", isGap: true });
    expect(two.receive("batches", one.seal("batches", "4"))).toEqual({ text: "4", isGap: false });
  });

  it("limits the stored numbers, and reports a gap after one was evicted", () => {
    const one = replica("one");
    const two = replica("two");
    two.receive("to client", one.seal("to client", "1"));
    now += 1_000;
    for (let client = 0; client < 20_000; client += 1) one.seal(`to client ${client}`, "x");
    expect(two.receive("to client", one.seal("to client", "2"))).toEqual({ text: "2", isGap: true });
  });

  it("checks the message order separately for each channel and sender", () => {
    const two = replica("two");
    for (const name of ["one", "three"])
      for (const channel of ["batches", "calls"])
        expect(two.receive(channel, replica(name).seal(channel, "x"))).toEqual({ text: "x", isGap: false });
  });

  it("rejects a repeated message by its age after the sender's state was evicted", () => {
    const two = replica("two");
    const sealed = replica("one").seal("batches", "x");
    two.receive("batches", sealed);
    now += LIMITS.busMessageValidMs + 1;
    two.receive("batches", replica("three").seal("batches", "x"));
    expect(two.receive("batches", sealed)).toMatch("too far from this replica's clock");
  });
});

describe("a sealed value stored on the bus", () => {
  it("can be opened at any age, but only with its secret and under its name", () => {
    const sealed = replica("one").sealValue("algo a", "text");
    now += 5 * 60 * 60_000;
    expect(replica("two").openValue("algo a", sealed)).toEqual({ text: "text" });
    expect(replica("two").openValue("algo b", sealed)).toMatch("not sealed by this site");
    expect(replica("two", { secrets: [OLD] }).openValue("algo a", sealed)).toMatch("not sealed by this site");
    expect(replica("two").openValue("algo a", replica("one").seal("algo a", "text"))).toMatch("not sealed");
    expect(replica("two").receive("algo a", sealed)).toMatch("not sealed");
  });
});
