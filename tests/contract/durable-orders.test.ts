// Kills the sandbox with SIGKILL while many clients place orders that share transactions. After the restart,
// acknowledged orders exist exactly once. The other orders are placed once if they are sent again with their
// Idempotency-Key.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { expect, it } from "vitest";
import { forkSandbox } from "../support/base-api.ts";
import { SHARE, TradingClient } from "../support/trading-client.ts";

const CLIENTS = 12;
const KILLS = 3;
const ACKNOWLEDGED_PER_ROUND = 60;

type Sandbox = { url: string; kill(): Promise<void> };

async function start(dataDir: string): Promise<Sandbox> {
  const child = forkSandbox({ dataDir, port: 0, records: [], accountsPerHour: 1_000, limitFactor: 1_000 });
  const port = await new Promise<number>((resolve, reject) => {
    child.on("message", (message: { kind: string; port: number }) => {
      if (message.kind === "listening") resolve(message.port);
    });
    child.once("exit", (code) => reject(new Error(`the sandbox ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    kill: () =>
      new Promise((resolve) => {
        child.removeAllListeners("exit");
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
  };
}

it.runIf(process.env.CONTRACT_BASE_URL === undefined)(
  "a killed sandbox loses no acknowledged order and places no order twice",
  { timeout: 180_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "durable-"));
    let sandbox = await start(dataDir);
    try {
      const accounts = await Promise.all(
        Array.from({ length: CLIENTS }, async () => (await TradingClient.open(sandbox.url)).account),
      );
      const acknowledged = new Map<string, string>();
      const unacknowledged: { correlationId: string; client: number }[] = [];
      let number = 0;

      /** Places an order and returns true if it was acknowledged. */
      const place = async (client: number, correlationId: string): Promise<boolean> => {
        const token = accounts[client]?.accessToken ?? "";
        // The order depends only on its id, so that a retry sends the same request.
        const isAtMarket = Number(correlationId.split("-")[1]) % 3 === 0;
        try {
          const answer = await request(`${sandbox.url}/v2/orders`, {
            method: "POST",
            headers: {
              "access-token": token,
              "content-type": "application/json",
              "idempotency-key": correlationId,
            },
            body: JSON.stringify({
              ...SHARE,
              transactionType: "BUY",
              productType: "INTRADAY",
              ...(isAtMarket ? { orderType: "MARKET" } : { orderType: "LIMIT", price: 900 }),
              quantity: 1,
              correlationId,
            }),
          });
          const body = (await answer.body.json()) as { orderId: string };
          expect(answer.statusCode, JSON.stringify(body)).toBe(200);
          acknowledged.set(correlationId, body.orderId);
          return true;
        } catch (fault) {
          if ((fault as Error).name === "AssertionError") throw fault;
          return false;
        }
      };

      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = acknowledged.size;
        let isKilled = false;
        const writers = accounts.map(async (_, client) => {
          while (!isKilled) {
            number += 1;
            const correlationId = `durable-${number}`;
            if (await place(client, correlationId)) continue;
            unacknowledged.push({ correlationId, client });
            return;
          }
        });
        await expect
          .poll(() => acknowledged.size - before, { timeout: 40_000, interval: 5 })
          .toBeGreaterThanOrEqual(ACKNOWLEDGED_PER_ROUND);
        await sandbox.kill();
        isKilled = true;
        await Promise.all(writers);
        sandbox = await start(dataDir);
        for (const { correlationId, client } of unacknowledged.splice(0))
          expect(await place(client, correlationId)).toBe(true);
      }

      const found = new Map<string, string>();
      for (const { accessToken } of accounts) {
        const answer = await request(`${sandbox.url}/v2/orders`, {
          headers: { "access-token": accessToken },
        });
        for (const order of (await answer.body.json()) as { correlationId: string; orderId: string }[]) {
          expect(found.has(order.correlationId), order.correlationId).toBe(false);
          found.set(order.correlationId, order.orderId);
        }
      }
      expect(found).toEqual(acknowledged);
    } finally {
      await sandbox.kill();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
