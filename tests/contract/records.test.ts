// The base API's contract for records: each part of a strategy's record, and sums that must be equal. The site decides
// if a record may be shown.
import { afterAll, describe, expect, it } from "vitest";
import {
  evidenceHeadsSchema,
  evidenceIndexSchema,
  evidenceKeysSchema,
  recordListSchema,
  recordTradesSchema,
  strategyRecordSchema,
} from "../../app/contract/base-api/record.ts";
import { disclosuresSchema } from "../../app/contract/base-api/record-operations.ts";
import { findHeadsFault, findRecordFaults, hashHeads } from "../../server/crypto/record-seal.ts";
import { openBaseApi } from "../support/base-api.ts";
import { until } from "../support/site.ts";

const api = await openBaseApi({ records: ["monthly-seedling"] });
const { call, canCallPersonal: isRequested } = api;
afterAll(() => api.close());

describe("the record of a strategy", () => {
  it("is hashed day by day and signed, and its curve equals the sum of its trades", {
    timeout: 130_000,
  }, async () => {
    const named = process.env.CONTRACT_BASE_URL;
    const { items } = (await call("GET", "/v1/strategies?limit=5")).body;
    const id = named === undefined ? "monthly-seedling" : items[0].id;
    const record = await until(
      async () => strategyRecordSchema.parse((await call("GET", `/v1/strategies/${id}/record`)).body),
      ({ state }) => state === "ready",
      120_000,
    );
    const trades = recordTradesSchema.parse(
      (await call("GET", `/v1/strategies/${id}/record/trades`)).body,
    ).items;
    const { keys } = evidenceKeysSchema.parse((await call("GET", "/v1/evidence/keys")).body);
    expect(findRecordFaults(record, trades, keys)).toEqual([]);
    expect(trades).toHaveLength(record.trades);
    const net = trades.reduce((sum, { netPaise }) => sum + netPaise, 0);
    expect(record.days.at(-1)?.netPaise).toBe(net - (record.days.at(-1)?.feePaise ?? 0));
    for (const [name, paise] of Object.entries(record.costs))
      expect(trades.reduce((sum, { costs }) => sum + costs[name as keyof typeof costs], 0)).toBe(paise);
  });

  it("is listed by version and evidence class, and each listed record can be loaded", {
    timeout: 30_000,
  }, async () => {
    const { items } = (await call("GET", "/v1/strategies?limit=5")).body;
    const id = process.env.CONTRACT_BASE_URL === undefined ? "monthly-seedling" : items[0].id;
    const listed = recordListSchema.parse((await call("GET", `/v1/strategies/${id}/records`)).body).items;
    expect(listed[0]?.evidence).toBe("backtest");
    for (const { evidence, version, start, part } of listed) {
      const query = new URLSearchParams({ evidence, version, start, ...(part && { part }) });
      const { body } = await call("GET", `/v1/strategies/${id}/record?${query}`);
      const record = strategyRecordSchema.parse(body);
      expect([record.evidence, record.version, record.start, record.part]).toEqual([
        evidence,
        version,
        start,
        part,
      ]);
      // A backtest skips a signal only if its capital is too small.
      if (evidence === "backtest") expect(record.missed.every(({ kind }) => kind === "capital")).toBe(true);
    }
    for (const query of ["evidence=dream", "version=<b>", "class=live", "part=whole"])
      for (const path of ["record", "record/trades"])
        expect((await call("GET", `/v1/strategies/${id}/${path}?${query}`)).status, query).toBe(400);
    expect((await call("GET", `/v1/strategies/${id}/record?version=99.9`)).status).toBe(404);
    expect((await call("GET", "/v1/strategies/no-such-algo/records")).status).toBe(404);
  });

  it("is included in the published daily hashes, which are signed and chained", {
    timeout: 60_000,
  }, async () => {
    const { items } = await until(
      async () => evidenceIndexSchema.parse((await call("GET", "/v1/evidence/heads")).body),
      (index) => index.items.length > 0,
      50_000,
    );
    const { keys } = evidenceKeysSchema.parse((await call("GET", "/v1/evidence/keys")).body);
    for (const { day, sha256 } of items.slice(0, 5)) {
      const heads = evidenceHeadsSchema.parse((await call("GET", `/v1/evidence/heads/${day}`)).body);
      expect([heads.day, hashHeads(heads), findHeadsFault(heads, keys)]).toEqual([day, sha256, null]);
    }
    expect((await call("GET", "/v1/evidence/heads/1999-01-01")).status).toBe(404);
  });

  it("returns 404 for an unknown strategy", async () => {
    expect((await call("GET", "/v1/strategies/no-such-algo/record")).status).toBe(404);
    expect((await call("GET", "/v1/strategies/no-such-algo/record/trades")).status).toBe(404);
  });

  it.runIf(isRequested)(
    "can be requested by a client; a repeated request returns the same disclosures",
    async () => {
      const { items } = (await call("GET", "/v1/strategies?limit=1")).body;
      const path = `/v1/disclosures/${items[0].id}`;
      const first = disclosuresSchema.parse((await call("PUT", path)).body);
      expect(disclosuresSchema.parse((await call("PUT", path)).body)).toEqual(first);
      expect(disclosuresSchema.parse((await call("GET", "/v1/disclosures")).body)).toEqual(first);
      expect((await call("PUT", "/v1/disclosures/no-such-algo")).status).toBe(404);
    },
  );
});
