// The operations files hold together: they parse, name metrics that the server has, images that agree, and a runbook section for every
// alert. promtool judges the rules where it is installed.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { SETTING_WORDS } from "../../server/setting-words.ts";
import { freePort } from "../support/free-port.ts";
import { type Site, send, startSite } from "../support/site.ts";

const FOLDER = "server/operations";
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");
const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
const hasHaproxy = spawnSync("haproxy", ["-v"]).status === 0;

const rulesSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z]\w+$/),
          expr: z.string(),
          for: z.string().regex(/^\d+[mhs]$/),
          labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
          annotations: z.strictObject({ summary: z.string().min(10), runbook: z.string() }),
        }),
      ),
    }),
  ),
});
const dashboardSchema = z.object({
  title: z.string(),
  schemaVersion: z.int(),
  panels: z.array(
    z.object({ id: z.int(), title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) }),
  ),
});
const alerts = rulesSchema.parse(parse(read("prometheus/alerts.yml"))).groups.flatMap(({ rules }) => rules);
const dashboard = dashboardSchema.parse(JSON.parse(read("grafana/dashboard.json")));

/** Names of series in an expression: words that are no function, keyword, label or text. */
function metricsOf(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}/g, "")
    .replaceAll(/\b(?:by|on|unless on|ignoring|without)\s*\([^)]*\)/g, "")
    .replaceAll(/\[[^\]]*\]/g, "");
  const words = bare.match(/[a-z_][a-z0-9_]*(?!\w*\s*\()/g) ?? [];
  return words.filter((word) => word.includes("_") && !new RegExp(`${word}\\s*\\(`).test(bare));
}

describe("alerts and dashboard", () => {
  let site: Site;
  let known: Set<string>;
  beforeAll(async () => {
    const admin = await freePort();
    site = await startSite({ ADMIN_PORT: String(admin) });
    const { text } = await send(admin, { method: "GET", path: "/metrics" });
    const kinds = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    known = new Set(
      kinds.flatMap(([, name = "", kind]) =>
        kind === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    const shown = await send(admin, { method: "GET", path: "/operations" });
    expect(shown.status).toBe(200);
    for (const { alert } of alerts) expect(shown.text).toContain(alert);
    const runbooks = await send(admin, { method: "GET", path: "/operations/runbooks.md" });
    expect(runbooks.text).toBe(read("runbooks.md"));
    for (const path of ["/operations/../package.json", "/operations/%2e%2e/package.json", "/operations/none"])
      expect((await send(admin, { method: "GET", path })).status).toBe(404);
    expect((await site.get("/operations")).status).toBe(404);
  });
  afterAll(() => site?.stop());

  it("name only metrics that the server has", () => {
    expect(known.size).toBeGreaterThan(60);
    const named = [
      ...alerts.map(({ alert, expr }) => [alert, expr] as const),
      ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
    ];
    expect(named.length).toBeGreaterThan(50);
    const unknown = named.flatMap(([where, expr]) =>
      metricsOf(expr)
        .filter((name) => !known.has(name))
        .map((name) => `${where}: ${name}`),
    );
    expect(unknown).toEqual([]);
    // The reading of expressions finds what it should.
    expect(
      metricsOf('sum by (le_x) (rate(http_request_seconds_count{from="a_b"}[5m])) / on() relay_leader'),
    ).toEqual(["http_request_seconds_count", "relay_leader"]);
  });
});

it("every alert has its runbook, and every runbook its alert", () => {
  const sections = [...read("runbooks.md").matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(sections.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
  for (const { alert, annotations } of alerts)
    expect(annotations.runbook).toBe(`runbooks.md#${alert.toLowerCase()}`);
});

it("panels of the dashboard have places and names of their own", () => {
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  expect(new Set(dashboard.panels.map(({ title }) => title)).size).toBe(dashboard.panels.length);
});

it.runIf(hasPromtool)("promtool takes the rules", () => {
  const checked = spawnSync("promtool", ["check", "rules", join(FOLDER, "prometheus/alerts.yml")], {
    encoding: "utf8",
  });
  expect(checked.stdout + checked.stderr).toContain("SUCCESS");
  expect(checked.status).toBe(0);
});

it.runIf(hasHaproxy)("haproxy takes the proxy's configuration", () => {
  const file = join(process.env.TMPDIR ?? "/tmp", `proxy-${process.pid}.pem`);
  const words = `-x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout ${file} -out ${file}.chain`;
  spawnSync("openssl", ["req", ...words.split(" ")]);
  writeFileSync(file, readFileSync(`${file}.chain`), { flag: "a" });
  const checked = spawnSync("haproxy", ["-c", "-f", join(FOLDER, "compose/haproxy.cfg")], {
    encoding: "utf8",
    env: { ...process.env, TLS_PEM: file, SITE_1: "127.0.0.1:1", SITE_2: "127.0.0.1:2" },
  });
  for (const made of [file, `${file}.chain`]) rmSync(made);
  expect(checked.stderr + checked.stdout).toMatch(/Configuration file is valid|^$/);
  expect(checked.status).toBe(0);
});

describe("compose", () => {
  const compose = parse(read("compose/compose.yaml"), { merge: true }) as {
    services: Record<string, Record<string, unknown>>;
    volumes: object;
    networks: object;
    secrets: Record<string, { file: string }>;
  };
  it("has two replicas of one image behind the proxy, each with a folder of its own", () => {
    const [one, two] = ["site-1", "site-2"].map((name) => compose.services[name]);
    expect(one?.image).toBe(two?.image);
    expect(one?.volumes).not.toEqual(two?.volumes);
    expect(one?.environment).toMatchObject({ TRUSTED_PROXY_HOPS: "1", BUS_URL: "redis://valkey:6379" });
    expect(Object.keys(compose.services)).toEqual(
      expect.arrayContaining(["proxy", "valkey", "prometheus", "grafana"]),
    );
  });
  it("names volumes, networks, secrets and files that are there", () => {
    for (const [name, service] of Object.entries(compose.services)) {
      for (const network of service.networks as string[])
        expect(compose.networks, name).toHaveProperty(network);
      for (const volume of (service.volumes as string[] | undefined) ?? []) {
        const [from = ""] = volume.split(":");
        if (from.startsWith("."))
          expect(statSync(join(FOLDER, "compose", from)).size, volume).toBeGreaterThan(0);
        else expect(compose.volumes, volume).toHaveProperty(from);
      }
      // The operators' ports are never published to others.
      for (const port of (service.ports as string[] | undefined) ?? [])
        if (name !== "proxy") expect(port).toMatch(/^127\.0\.0\.1:/);
    }
    for (const { file } of Object.values(compose.secrets))
      expect(read("compose/make-secrets.sh")).toContain(file.replace("./", ""));
  });
  it("Prometheus reads the replicas that there are", () => {
    const { scrape_configs } = parse(read("prometheus/prometheus.yml"));
    expect(scrape_configs[0].static_configs[0].targets).toEqual(["site-1:9400", "site-2:9400"]);
  });
});

describe("Kubernetes", () => {
  type Manifest = {
    apiVersion: string;
    kind: string;
    metadata: { name: string; namespace?: string };
    spec?: never;
  };
  const files = readdirSync(join(FOLDER, "kubernetes")).filter((name) => name.endsWith(".yaml"));
  const manifests = files.flatMap((name) =>
    parseAllDocuments(read(`kubernetes/${name}`)).map((document) => {
      expect(document.errors, name).toEqual([]);
      return document.toJS() as Manifest & Record<string, never>;
    }),
  );
  const find = (kind: string, name = "site") => {
    const found = manifests.find((one) => one.kind === kind && one.metadata?.name === name);
    if (found === undefined) throw new Error(`no ${kind} ${name}`);
    return JSON.parse(JSON.stringify(found));
  };

  it("holds the kinds that keep a site up", () => {
    const { spec } = find("StatefulSet");
    const [container] = spec.template.spec.containers;
    expect(spec.replicas).toBeGreaterThanOrEqual(2);
    for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"])
      expect(container[probe].httpGet.port, probe).toBe("http");
    expect(container.livenessProbe.httpGet.path).toBe("/healthz");
    expect(container.readinessProbe.httpGet.path).toBe("/readyz");
    expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
    expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
    expect(spec.template.spec.topologySpreadConstraints.length).toBe(2);
    expect(find("PodDisruptionBudget").spec.minAvailable).toBe(1);
    const scaler = find("HorizontalPodAutoscaler").spec;
    expect(scaler.scaleTargetRef).toMatchObject({ kind: "StatefulSet", name: "site" });
    expect(scaler.metrics[0].pods.metric.name).toBe("relay_viewers");
    expect(scaler.minReplicas).toBe(spec.replicas);
  });

  it("selects the pods that it makes, and sets only settings that the site knows", () => {
    const { labels } = find("StatefulSet").spec.template.metadata;
    for (const selector of [
      find("StatefulSet").spec.selector.matchLabels,
      find("PodDisruptionBudget").spec.selector.matchLabels,
      find("NetworkPolicy").spec.podSelector.matchLabels,
      find("Service").spec.selector,
    ])
      expect(labels).toMatchObject(selector);
    const settings = SETTING_WORDS.flatMap(({ names }) => names);
    for (const name of [...Object.keys(find("ConfigMap").data), ...Object.keys(find("Secret").stringData)])
      expect(settings).toContain(name);
    const rest = manifests.filter(({ kind }) => !["Namespace", "Kustomization"].includes(kind));
    expect(rest.filter(({ metadata }) => metadata.namespace !== "algo-marketplace")).toEqual([]);
  });
});
