import { describe, expect, it } from "vitest";
import type { MarketCalls } from "../../app/contract/base-api/calls.ts";
import { createCachedMarkets } from "./cached-markets.ts";
import { refusalResponse, unreachableResponse } from "./faults.ts";

function start() {
  const clock = { at: 1_000_000 };
  const provider = { calls: 0, fault: null as (() => Response) | null, delay: Promise.resolve() };
  const findInstruments = async ({ text }: { text: string }) => {
    provider.calls += 1;
    await provider.delay;
    if (provider.fault !== null) throw provider.fault();
    return { items: [{ name: `${text} ${provider.calls}` }] };
  };
  const cached = createCachedMarkets({
    api: { marketsFor: () => ({ findInstruments }) as unknown as MarketCalls },
    limits: {
      cachedAfterMs: 20,
      marketsFreshMs: 1_000,
      marketsKeptForMs: 60_000,
      marketsKeptAnswers: 3,
      marketsKeptBytes: 10_000,
      providerTimeoutMs: 3_000,
    },
    now: () => clock.at,
  });
  const ask = async (text: string) => {
    const markets = cached.forRequest({ signal: new AbortController().signal, requestId: "test" });
    const [first] = (await markets.findInstruments({ text })).items;
    return { name: first?.name, since: markets.cachedSince() };
  };
  return { clock, provider, cached, ask };
}

describe("the cache of instruments", () => {
  it("shares one response among equal requests within a second, but not longer", async () => {
    const { clock, ask } = start();
    expect(await ask("a")).toEqual({ name: "a 1", since: null });
    clock.at += 900;
    expect(await ask("a")).toEqual({ name: "a 1", since: null });
    clock.at += 200;
    expect(await ask("a")).toEqual({ name: "a 2", since: null });
  });

  it("makes one call for two simultaneous requests, even if one request is aborted", async () => {
    const { provider, cached, ask } = start();
    const leaving = new AbortController();
    const aborted = cached
      .forRequest({ signal: leaving.signal, requestId: "leaves" })
      .findInstruments({ text: "a" })
      .catch((fault: Response) => fault.status);
    const stays = ask("a");
    leaving.abort();
    expect(await aborted).toBe(503);
    expect((await stays).name).toBe("a 1");
    expect(provider.calls).toBe(1);
  });

  it("passes a provider's error to all waiting requests; the next request retries", async () => {
    const { provider, ask } = start();
    provider.fault = unreachableResponse;
    const both = await Promise.allSettled([ask("a"), ask("a")]);
    expect(both.map((one) => one.status === "rejected" && one.reason.status)).toEqual([503, 503]);
    expect(provider.calls).toBe(1);
    provider.fault = null;
    expect((await ask("a")).name).toBe("a 2");
  });

  it("serves instruments with their age for a limited time in a provider's outage", async () => {
    const { clock, provider, ask } = start();
    await ask("a");
    provider.fault = unreachableResponse;
    clock.at += 30_000;
    expect(await ask("a")).toEqual({ name: "a 1", since: 1_000_000 });
    await expect(ask("b")).rejects.toMatchObject({ status: 503 });
    clock.at += 40_000;
    await expect(ask("a")).rejects.toMatchObject({ status: 503 });
  });

  it("serves cached instruments if the response is late, and the late response afterwards", async () => {
    const { clock, provider, ask } = start();
    await ask("a");
    clock.at += 30_000;
    let respond = () => {};
    provider.delay = new Promise((resolve) => {
      respond = resolve;
    });
    expect(await ask("a")).toEqual({ name: "a 1", since: 1_000_000 });
    respond();
    expect(await ask("a")).toEqual({ name: "a 2", since: null });
    expect(provider.calls).toBe(2);
  });

  it("returns no cached instruments if the provider refuses the request", async () => {
    const { clock, provider, ask } = start();
    await ask("a");
    provider.fault = () => refusalResponse(404, "no such instrument");
    clock.at += 5_000;
    await expect(ask("a")).rejects.toMatchObject({ status: 404 });
  });

  it("evicts the oldest responses above a maximum number", async () => {
    const { clock, provider, ask } = start();
    for (const name of ["a", "b", "c", "d"]) await ask(name);
    provider.fault = unreachableResponse;
    clock.at += 5_000;
    await expect(ask("a")).rejects.toMatchObject({ status: 503 });
    expect((await ask("d")).name).toBe("d 4");
  });
});
