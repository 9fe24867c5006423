import { describe, expect, it } from "vitest";
import type { MarketReader } from "./base-api-client.ts";
import { refused, unreachable } from "./faults.ts";
import { createKeptMarkets } from "./kept-markets.ts";

function start() {
  const clock = { at: 1_000_000 };
  const provider: { asked: number; fault: (() => Response) | null } = { asked: 0, fault: null };
  const find = async (text: string) => {
    provider.asked += 1;
    if (provider.fault !== null) throw provider.fault();
    return { items: [{ name: `${text} ${provider.asked}` }] };
  };
  const kept = createKeptMarkets({
    api: { marketsFor: () => ({ find }) as unknown as MarketReader },
    limits: {
      marketsFreshMs: 1_000,
      marketsKeptForMs: 60_000,
      marketsKeptAnswers: 3,
      marketsKeptBytes: 10_000,
    },
    now: () => clock.at,
  });
  const ask = async (text: string) => {
    const markets = kept.forRequest({ signal: new AbortController().signal, requestId: "test" });
    const [first] = await markets.find(text);
    return { name: first?.name, since: markets.keptSince() };
  };
  return { clock, provider, ask };
}

describe("what is kept of instruments", () => {
  it("everybody who asks the same within a second shares an answer, and later ones get a new one", async () => {
    const { clock, ask } = start();
    expect(await ask("a")).toEqual({ name: "a 1", since: null });
    clock.at += 900;
    expect(await ask("a")).toEqual({ name: "a 1", since: null });
    clock.at += 200;
    expect(await ask("a")).toEqual({ name: "a 2", since: null });
  });

  it("stands in with its age while the provider is away, and not for ever", async () => {
    const { clock, provider, ask } = start();
    await ask("a");
    provider.fault = unreachable;
    clock.at += 30_000;
    expect(await ask("a")).toEqual({ name: "a 1", since: 1_000_000 });
    await expect(ask("b")).rejects.toMatchObject({ status: 503 });
    clock.at += 40_000;
    await expect(ask("a")).rejects.toMatchObject({ status: 503 });
  });

  it("a refusal is never papered over", async () => {
    const { clock, provider, ask } = start();
    await ask("a");
    provider.fault = () => refused(404, "no such instrument");
    clock.at += 5_000;
    await expect(ask("a")).rejects.toMatchObject({ status: 404 });
  });

  it("keeps no more than it may", async () => {
    const { clock, provider, ask } = start();
    for (const name of ["a", "b", "c", "d"]) await ask(name);
    provider.fault = unreachable;
    clock.at += 5_000;
    await expect(ask("a")).rejects.toMatchObject({ status: 503 });
    expect((await ask("d")).name).toBe("d 4");
  });
});
