// The operations files agree with the server and with each other: metrics, images, settings, and a runbook section per
// alert. The bus is started with the configuration in the files. promtool and haproxy check their files if they are
// installed.
import { spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { RECORD_UPLOAD_BYTES } from "../../app/contract/site/record-upload.ts";
import { ALL_SETTING_NAMES } from "../../server/settings.ts";
import { freePort } from "../support/free-port.ts";
import { type Site, send, startSite, until } from "../support/site.ts";
import { ensureRedis } from "../support/system-tools.ts";

const OWN_BRAND = "./brand";
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

/** Returns the names of the series in an expression, without functions, keywords, labels and strings. */
function metricsOf(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}/g, "")
    .replaceAll(/\b(?:by|on|unless on|ignoring|without)\s*\([^)]*\)/g, "")
    .replaceAll(/\[[^\]]*\]/g, "");
  const identifiers = bare.match(/[a-z_][a-z0-9_]*(?!\w*\s*\()/g) ?? [];
  return identifiers.filter((word) => word.includes("_") && !new RegExp(`${word}\\s*\\(`).test(bare));
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
    const overview = await send(admin, { method: "GET", path: "/operations" });
    expect(overview.status).toBe(200);
    for (const { alert } of alerts) expect(overview.text).toContain(alert);
    const runbooks = await send(admin, { method: "GET", path: "/operations/runbooks.md" });
    expect(runbooks.text).toBe(read("runbooks.md"));
    for (const path of ["/operations/../package.json", "/operations/%2e%2e/package.json", "/operations/none"])
      expect((await send(admin, { method: "GET", path })).status).toBe(404);
    expect((await site.get("/operations")).status).toBe(404);
  });
  afterAll(() => site?.stop());

  it("refer only to metrics that the server has", () => {
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
    // Checks first that metricsOf finds the names in an expression.
    expect(
      metricsOf('sum by (le_x) (rate(http_request_seconds_count{from="a_b"}[5m])) / on() relay_leader'),
    ).toEqual(["http_request_seconds_count", "relay_leader"]);
  });
});

it("every alert has a runbook, and every runbook has an alert", () => {
  const sections = [...read("runbooks.md").matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(sections.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
  for (const { alert, annotations } of alerts)
    expect(annotations.runbook).toBe(`runbooks.md#${alert.toLowerCase()}`);
});

it.each([
  ["SignInRefused", "sign_in_partner_refused"],
  ["SignInsRefused", 'sign_ins_total{result="refused"}'],
  ["OperatorSignInsRefused", 'security_events_total{event="operator_refused"}'],
])("the alert %s counts failed sign-ins", (name, series) => {
  expect(alerts.find(({ alert }) => alert === name)?.expr).toContain(series);
});

it("the alert SiteDown fires if no replica is left", () => {
  expect(alerts.find(({ alert }) => alert === "SiteDown")?.expr).toContain('absent(up{job="site"})');
});

it("the alert PagesFail does not count faults that users of the sandbox request", () => {
  const counts = alerts.find(({ alert }) => alert === "PagesFail")?.expr.match(/\{[^}]*\}/g);
  expect(counts).toHaveLength(2);
  for (const labels of counts ?? []) expect(labels).toContain('from!="sandbox"');
});

it("the proxy of the compose file repeats no write that may have been executed", () => {
  const config = read("compose/haproxy.cfg");
  expect(config).toMatch(/^ +retry-on .*empty-response/m);
  expect(config).toMatch(/^ +http-request disable-l7-retry unless METH_GET$/m);
});

it("panels of the dashboard have unique ids and titles", () => {
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  expect(new Set(dashboard.panels.map(({ title }) => title)).size).toBe(dashboard.panels.length);
});

it.runIf(hasPromtool)("promtool accepts the alert rules", () => {
  const checked = spawnSync("promtool", ["check", "rules", join(FOLDER, "prometheus/alerts.yml")], {
    encoding: "utf8",
  });
  expect(checked.stdout + checked.stderr).toContain("SUCCESS");
  expect(checked.status).toBe(0);
});

it.runIf(hasHaproxy)("haproxy accepts the proxy's configuration", () => {
  const file = join(process.env.TMPDIR ?? "/tmp", `proxy-${process.pid}.pem`);
  const opensslArguments = `-x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout ${file} -out ${file}.chain`;
  spawnSync("openssl", ["req", ...opensslArguments.split(" ")]);
  writeFileSync(file, readFileSync(`${file}.chain`), { flag: "a" });
  const checked = spawnSync("haproxy", ["-c", "-f", join(FOLDER, "compose/haproxy.cfg")], {
    encoding: "utf8",
    env: { ...process.env, TLS_PEM: file, SITE_1: "127.0.0.1:1", SITE_2: "127.0.0.1:2" },
  });
  for (const made of [file, `${file}.chain`]) rmSync(made);
  expect(checked.stderr + checked.stdout).toMatch(/Configuration file is valid|^$/);
  expect(checked.status).toBe(0);
});

type Answers = (password: string) => Promise<string>;

/** Runs a bus with the arguments of an operations file. Throws the output if the bus does not start. */
async function withBus(args: string[], run: (answers: Answers) => Promise<void>): Promise<void> {
  const port = await freePort();
  const bus = spawn(ensureRedis(), [...args, "--port", String(port)]);
  let output = "";
  for (const stream of [bus.stdout, bus.stderr]) stream.on("data", (text) => (output += text));
  const answers: Answers = async (password) => {
    const client = createClient({
      url: `redis://${password === "" ? "" : `:${password}@`}127.0.0.1:${port}`,
      socket: { reconnectStrategy: false },
    });
    client.on("error", () => {});
    try {
      await client.connect();
      return await client.ping();
    } catch (fault) {
      return String(fault);
    } finally {
      client.destroy();
    }
  };
  try {
    await until(
      async () => output,
      (text) => /Ready to accept connections/.test(text) || bus.exitCode !== null,
      5_000,
    );
    if (bus.exitCode !== null) throw new Error(output);
    await run(answers);
  } finally {
    bus.kill("SIGKILL");
  }
}

describe("compose", () => {
  const compose = parse(read("compose/compose.yaml"), { merge: true }) as {
    services: Record<string, Record<string, unknown>>;
    volumes: object;
    networks: object;
    secrets: Record<string, { file: string }>;
  };
  it("has two replicas of one image behind the proxy, each with a separate folder", () => {
    const [one, two] = ["site-1", "site-2"].map((name) => compose.services[name]);
    expect(one?.image).toBe(two?.image);
    expect(one?.volumes).not.toEqual(two?.volumes);
    expect(one?.environment).toMatchObject({
      TRUSTED_PROXY_HOPS: "1",
      SESSION_SECRETS_FILE: expect.any(String),
    });
    // A value here would replace the operator's value in site.env.
    expect(one?.environment).not.toHaveProperty("HSTS");
    // The proxy redirects plain HTTP to the address that the sites serve.
    expect(one?.environment).toMatchObject(compose.services.proxy?.environment as object);
    expect(read("compose/haproxy.cfg")).toMatch(/redirect prefix "\$\{PUBLIC_ORIGIN\}" code 308$/m);
    expect(Object.keys(compose.services)).toEqual(
      expect.arrayContaining(["proxy", "valkey", "prometheus", "grafana"]),
    );
  });
  it("refers only to volumes, networks, secrets and files that exist", () => {
    for (const [name, service] of Object.entries(compose.services)) {
      for (const network of service.networks as string[])
        expect(compose.networks, name).toHaveProperty(network);
      for (const volume of (service.volumes as string[] | undefined) ?? []) {
        const [from = ""] = volume.split(":");
        // The documents mention the folder of the operator's brand, which is not part of the repository.
        if (from === OWN_BRAND) expect(read("README.md")).toContain(join("compose", from));
        else if (from.startsWith("."))
          expect(statSync(join(FOLDER, "compose", from)).size, volume).toBeGreaterThan(0);
        else expect(compose.volumes, volume).toHaveProperty(from);
      }
      // The ports for operators must not be published.
      for (const port of (service.ports as string[] | undefined) ?? [])
        if (name !== "proxy") expect(port).toMatch(/^127\.0\.0\.1:/);
    }
    for (const { file } of Object.values(compose.secrets))
      expect(read("compose/make-secrets.sh")).toContain(file.replace("./", ""));
  });
  it("has a message bus that requires the generated password", async () => {
    const folder = mkdtempSync(join(tmpdir(), "compose-"));
    copyFileSync(join(FOLDER, "compose/make-secrets.sh"), join(folder, "make-secrets.sh"));
    expect(spawnSync("sh", [join(folder, "make-secrets.sh")]).status).toBe(0);
    const secret = (path: unknown) => join(folder, "secrets", String(path).replace("/run/secrets/", ""));
    const { valkey = {}, ...others } = compose.services;
    const environment = (others["site-1"]?.environment ?? {}) as Record<string, string>;
    for (const name of ["site-1", "site-2"]) expect(others[name]?.secrets).toContain("bus-url");
    for (const service of Object.values(others))
      expect(service.environment ?? {}).not.toHaveProperty("BUS_URL");
    const url = new URL(readFileSync(secret(environment.BUS_URL_FILE), "utf8"));
    expect([url.hostname, url.port, url.password.length]).toEqual(["valkey", "6379", 64]);
    const [, ...args] = valkey.command as string[];
    await withBus(
      args.map((arg) => (arg.startsWith("/run/secrets/") ? secret(arg) : arg)),
      async (answers) => {
        expect(await answers("")).toMatch("NOAUTH");
        expect(await answers("wrong")).toMatch("WRONGPASS");
        expect(await answers(url.password)).toBe("PONG");
      },
    );
    rmSync(folder, { recursive: true });
  });
  it("Prometheus scrapes each replica", () => {
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

  it("has probes, a disruption budget, and autoscaling by relay_viewers", () => {
    const { spec } = find("StatefulSet");
    const [container] = spec.template.spec.containers;
    // The manifest would otherwise replace the autoscaler's number each time it is applied.
    expect(spec).not.toHaveProperty("replicas");
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
    expect(scaler.minReplicas).toBeGreaterThanOrEqual(2);
  });

  it("has an ingress body size above the largest accepted upload", () => {
    const { annotations } = find("Ingress").metadata;
    const megabytes = /^(\d+)m$/.exec(annotations["nginx.ingress.kubernetes.io/proxy-body-size"])?.[1];
    expect(Number(megabytes) * 2 ** 20).toBeGreaterThan(RECORD_UPLOAD_BYTES + 4_096);
  });

  it("requires a password for the message bus, and has no usable default password", async () => {
    expect(find("ConfigMap").data).not.toHaveProperty("BUS_URL");
    // A pod does not start without this key. Without BUS_URL each replica would connect to the provider separately.
    expect(find("StatefulSet").spec.template.spec.containers[0].env).toEqual([
      { name: "BUS_URL", valueFrom: { secretKeyRef: { name: "site", key: "BUS_URL" } } },
    ]);
    const url = new URL(find("Secret").stringData.BUS_URL);
    expect([url.hostname, url.port]).toEqual([find("Service", "valkey").metadata.name, "6379"]);
    const { containers, volumes } = find("Deployment", "valkey").spec.template.spec;
    const [{ args, volumeMounts }] = containers;
    expect(volumes).toEqual([{ name: "password", secret: { secretName: "valkey", defaultMode: 0o440 } }]);
    const [{ mountPath }] = volumeMounts;
    const config = find("Secret", "valkey").stringData["valkey.conf"];
    expect(args[0]).toBe(`${mountPath}/valkey.conf`);
    const folder = mkdtempSync(join(tmpdir(), "valkey-"));
    const started = (text: string, run: (answers: Answers) => Promise<void>) => {
      writeFileSync(join(folder, "valkey.conf"), text);
      return withBus([join(folder, "valkey.conf"), ...args.slice(1)], run);
    };
    await expect(started(config, async () => {})).rejects.toThrow("wrong number of arguments");
    const password = "f".repeat(64);
    await started(config.replace(/<.*>/, password), async (answers) => {
      expect(await answers("")).toMatch("NOAUTH");
      expect(await answers(password)).toBe("PONG");
    });
    rmSync(folder, { recursive: true });
  });

  it("allows only the site's pods to reach the message bus", () => {
    const { labels } = find("StatefulSet").spec.template.metadata;
    expect(find("NetworkPolicy", "valkey").spec).toEqual({
      podSelector: find("Deployment", "valkey").spec.selector,
      policyTypes: ["Ingress", "Egress"],
      ingress: [{ from: [{ podSelector: { matchLabels: labels } }], ports: [{ port: "redis" }] }],
    });
  });

  it("has selectors that match the site's pods, and sets only known settings", () => {
    const { labels } = find("StatefulSet").spec.template.metadata;
    for (const selector of [
      find("StatefulSet").spec.selector.matchLabels,
      find("PodDisruptionBudget").spec.selector.matchLabels,
      find("NetworkPolicy").spec.podSelector.matchLabels,
      find("Service").spec.selector,
    ])
      expect(labels).toMatchObject(selector);
    for (const name of [...Object.keys(find("ConfigMap").data), ...Object.keys(find("Secret").stringData)])
      expect(ALL_SETTING_NAMES).toContain(name);
    const rest = manifests.filter(({ kind }) => !["Namespace", "Kustomization"].includes(kind));
    expect(rest.filter(({ metadata }) => metadata.namespace !== "algo-marketplace")).toEqual([]);
  });
});
