// The embedded provider: one process, one store, loopback only. The site's server starts it (server/provider/
// supervise-sandbox.ts) and hears over IPC on which port it listens; it ends when its parent does.
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { z } from "zod";
import { createBaseApi, problem, refuse } from "./base-api/base-api.ts";
import { buildCatalogue } from "./catalogue/build-catalogue.ts";
import { openDatabase } from "./store/database.ts";
import { seedCatalogue } from "./store/seed-catalogue.ts";

const CLOSE_WITHIN_MS = 2_000;

const [settingsJson = "{}"] = process.argv.slice(2);
const settings = z
  .object({ dataDir: z.string().min(1), port: z.int().min(0).max(65_535) })
  .parse(JSON.parse(settingsJson));

const db = openDatabase(join(settings.dataDir, "sandbox"));
seedCatalogue(db, buildCatalogue());

const api = createBaseApi(db, () => new Date());
api.notFound(() => refuse(problem(404, "Not found", "The sandbox has no such path.")));
api.onError((fault) => {
  say("error", fault.stack ?? String(fault));
  return refuse(problem(500, "Internal error", "The sandbox failed to answer."));
});

const server = serve(
  { fetch: api.fetch, hostname: "127.0.0.1", port: settings.port },
  (address: AddressInfo) => {
    process.send?.({ kind: "listening", port: address.port });
  },
);
server.on("error", (fault) => {
  say("error", `cannot listen: ${fault.message}`);
  process.exit(1);
});

let isClosing = false;
function close(): void {
  if (isClosing) return;
  isClosing = true;
  server.close(() => {
    db.close();
    process.exit(0);
  });
  setTimeout(() => process.exit(0), CLOSE_WITHIN_MS).unref();
}
process.on("SIGTERM", close);
process.on("SIGINT", close);
process.on("disconnect", close);

/** The parent logs what comes here under the sandbox's name. */
function say(level: "error", text: string): void {
  process.send?.({ kind: "log", level, text });
}
