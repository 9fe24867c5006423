// The metrics of the alerts, read from the operators' port of a running site while the counted events occur.
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../support/free-port.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, send, startSite, until } from "../support/site.ts";

let site: Site;
let adminPort: number;
beforeAll(async () => {
  adminPort = await freePort();
  site = await startSite({ ADMIN_PORT: String(adminPort), PAGES_PER_ADDRESS: "3", TRUSTED_PROXY_HOPS: "1" });
});
afterAll(async () => {
  await site?.stop();
});

type Samples = Map<string, number>;
async function read(): Promise<Samples> {
  const { text } = await send(adminPort, { method: "GET", path: "/metrics" });
  return new Map(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => {
        const at = line.lastIndexOf(" ");
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
  );
}
const settle = (isDone: (samples: Samples) => boolean, withinMs = 20_000) =>
  until(read, isDone, withinMs).then((samples) => samples);

it("metrics count pages by source, cached bytes, sign-ins and 429s", async () => {
  await site.get("/trading-apis");
  await site.get("/trading-apis");
  const reader = new TestUser(site);
  await reader.signIn();
  const first = await settle((samples) => (samples.get('sign_ins_total{result="done"}') ?? 0) === 1);
  expect(first.get('sign_ins_total{result="begun"}')).toBe(1);
  // The alert SignInsRefused compares these two results.
  expect((await site.get("/auth/callback?tokenId=t.")).status).toBe(401);
  await settle((samples) => samples.get('sign_ins_total{result="refused"}') === 1);
  expect(first.get('page_cache_requests_total{result="fresh"}')).toBeGreaterThan(0);
  expect(first.get('page_cache_requests_total{result="rendered"}')).toBeGreaterThan(0);
  expect(first.get("page_cache_entries")).toBeGreaterThan(0);
  expect(first.get("page_cache_bytes")).toBeGreaterThan(1_000);
  for (let turn = 0; turn < 60; turn += 1) await reader.get("/account/sessions");
  const limited = await settle((samples) =>
    [...samples.keys()].some((name) => name.startsWith("rate_limited_total")),
  );
  expect([...limited].some(([name, value]) => name.startsWith("rate_limited_total{from=") && value > 0)).toBe(
    true,
  );
});

it("metrics report the sandbox's process, the disk, open files and the outbox", async () => {
  const samples = await settle((now) => (now.get("sandbox_resident_memory_bytes") ?? 0) > 1_000_000);
  for (const name of ["sandbox_open_fds", "process_open_fds", "process_max_fds", "data_dir_free_bytes"])
    expect(samples.get(name), name).toBeGreaterThan(0);
  for (const name of [
    "sandbox_loop_delay_seconds",
    "outbox_waiting",
    "outbox_set_aside",
    "orders_changes_total",
    "clock_jumps_total",
    "unexpected_faults_total",
    "sandbox_restarts_total",
  ])
    expect(samples.get(name), name).toBeGreaterThanOrEqual(0);
  expect(samples.has("data_dir_last_backup_timestamp_seconds")).toBe(false);
});

it("metrics report the opening and closing of the provider's circuit breaker", async () => {
  const circuit = 'provider_circuit_state{service="base_api"}';
  expect((await read()).get(circuit)).toBe(0);
  process.kill(site.sandboxPid(), "SIGSTOP");
  for (let turn = 0; turn < 12; turn += 1)
    void site
      .get(`/algos/tracklist/shared/nobody-shares-this-list-${turn}`, { "x-forwarded-for": "10.0.0.9" })
      .catch(() => null);
  const open = await settle((samples) => (samples.get(circuit) ?? 0) > 0);
  expect(open.get('provider_circuit_opened_total{service="base_api"}')).toBeGreaterThan(0);
  expect(open.get('provider_retries_total{service="base_api"}')).toBeGreaterThan(0);
  expect(
    [...open.keys()].some((name) => name.startsWith('provider_calls_in_flight{service="base_api"')),
  ).toBe(true);
  process.kill(site.sandboxPid(), "SIGCONT");
  await settle((samples) => samples.get(circuit) === 0);
}, 60_000);
