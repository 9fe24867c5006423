// Validates the manifests with the schemas of Kubernetes and of the Prometheus operator, and the references between
// manifests. If kubectl and amtool are installed, they check the kustomizations and Alertmanager's file.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readBrandOr } from "../server/brands/read-brand.ts";
import { prometheusRule, RULE_FILE } from "./support/prometheus-rule.ts";

const FOLDER = "server/operations/kubernetes";
const MONITORING = join(FOLDER, "monitoring");

// biome-ignore-start lint/suspicious/noExplicitAny: manifests are read by their paths
type Manifest = { apiVersion: string; kind: string; metadata: { name: string; namespace?: string } } & Record<
  string,
  any
>;
// biome-ignore-end lint/suspicious/noExplicitAny: manifests are read by their paths

const manifestsOf = (folder: string): Manifest[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".yaml") && name !== "kustomization.yaml")
    .flatMap((name) =>
      parseAllDocuments(readFileSync(join(folder, name), "utf8")).map((one) => one.toJS() as Manifest),
    );
const site = manifestsOf(FOLDER);
const monitoring = manifestsOf(MONITORING);
const all = [...site, ...monitoring];
const find = (kind: string, name: string) => {
  const found = all.find((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
};

type Models = Record<string, new (data: object) => { validate(): void }>;

/** Validates a manifest with the schema of its kind; throws the validation error. */
async function validate(manifest: Manifest): Promise<void> {
  const { apiVersion, kind } = manifest;
  const isOperator = apiVersion.startsWith("monitoring.coreos.com/");
  const name = isOperator ? "@kubernetes-models/prometheus-operator" : "kubernetes-models";
  const models = (await import(`${name}/${apiVersion}`)) as Models;
  const Model = models[kind];
  if (Model === undefined) throw new Error(`no schema of ${apiVersion} ${kind}`);
  new Model(manifest).validate();
}

/** Joins base64 values, which kubectl wraps, because the schema allows no line breaks in them. */
function withJoinedBase64(manifest: Manifest): Manifest {
  if (manifest.kind !== "Secret" || manifest.data === undefined) return manifest;
  const data = Object.entries<string>(manifest.data).map(([name, text]) => [
    name,
    text.replaceAll(/\s/g, ""),
  ]);
  return { ...manifest, data: Object.fromEntries(data) };
}

const tool = (name: string, ...args: string[]) => spawnSync(name, args, { encoding: "utf8" });
const hasAmtool = tool("amtool", "--version").status === 0;
const hasKubectl = tool("kubectl", "version", "--client").status === 0;

describe("the manifests", () => {
  it.each(all.map((one) => [`${one.kind} ${one.metadata.name}`, one] as const))(
    "%s matches its schema",
    (_, manifest) => validate(manifest),
  );

  it("fail validation with a wrong type or a missing field", async () => {
    const set = find("StatefulSet", "site");
    await expect(validate({ ...set, spec: { ...set.spec, replicas: "two" } })).rejects.toThrow();
    const { selector: _, ...rest } = set.spec;
    await expect(validate({ ...set, spec: rest })).rejects.toThrow();
    const monitor = { ...find("PodMonitor", "site"), spec: { podMetricsEndpoints: "admin" } };
    await expect(validate(monitor)).rejects.toThrow();
  });

  it("contain a valid brand folder", () => {
    const { data } = find("ConfigMap", "brand");
    const folder = mkdtempSync(join(tmpdir(), "brand-"));
    for (const [name, text] of Object.entries<string>(data)) writeFileSync(join(folder, name), text);
    const faults: string[] = [];
    const brand = readBrandOr(folder, false, faults);
    rmSync(folder, { recursive: true });
    expect(faults).toEqual([]);
    expect(brand?.site.brand.name).toBe("Example");
  });

  it("allow at least 100 replicas, and the PodMonitor selects a port of the pods", () => {
    expect(find("HorizontalPodAutoscaler", "site").spec.maxReplicas).toBeGreaterThanOrEqual(100);
    const template = find("StatefulSet", "site").spec.template;
    const { selector, podMetricsEndpoints } = find("PodMonitor", "site").spec;
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    const ports = template.spec.containers[0].ports.map(({ name }: { name: string }) => name);
    expect(ports).toContain(podMetricsEndpoints[0].port);
  });

  it("contain the alert rules that `npm run generate:alerts` writes", () => {
    expect(readFileSync(RULE_FILE, "utf8")).toBe(prometheusRule());
  });

  it("refer only to files, secrets and config maps that exist", () => {
    const kustomization = parse(readFileSync(join(MONITORING, "kustomization.yaml"), "utf8"));
    for (const resource of kustomization.resources)
      expect(existsSync(join(MONITORING, resource)), resource).toBe(true);
    const generated = [...kustomization.configMapGenerator, ...kustomization.secretGenerator];
    for (const { files } of generated)
      for (const file of files) expect(existsSync(join(MONITORING, file.split("=").at(-1))), file).toBe(true);
    const names = new Set(generated.map(({ name }) => name));
    const { volumes } = find("Deployment", "grafana").spec.template.spec;
    for (const { configMap } of volumes) if (configMap !== undefined) expect(names).toContain(configMap.name);
    const { secrets, configSecret } = find("Alertmanager", "site").spec;
    expect(names).toContain(configSecret);
    const receivers = find("Secret", secrets[0]);
    for (const key of Object.keys(receivers.stringData))
      expect(readFileSync("server/operations/prometheus/alertmanager.yml", "utf8")).toContain(
        `url_file: /etc/alertmanager/secrets/${receivers.metadata.name}/${key}`,
      );
  });

  it.runIf(hasKubectl)("render with kubectl and match their schemas", async () => {
    const rendered = tool("kubectl", "kustomize", "--load-restrictor", "LoadRestrictionsNone", MONITORING);
    expect(rendered.stderr).toBe("");
    for (const manifest of parseAllDocuments(rendered.stdout))
      await validate(withJoinedBase64(manifest.toJS() as Manifest));
    expect(tool("kubectl", "kustomize", FOLDER).status).toBe(0);
  });
});

describe("Alertmanager", () => {
  const config = parse(readFileSync("server/operations/prometheus/alertmanager.yml", "utf8"));

  it("routes every severity to a receiver with an address", () => {
    const receivers = new Map(config.receivers.map((one: { name: string }) => [one.name, one]));
    const routes = [config.route, ...config.route.routes];
    for (const { receiver } of routes)
      expect(receivers.get(receiver)).toMatchObject({ webhook_configs: [{ url_file: expect.any(String) }] });
    expect(config.route.routes[0].matchers).toEqual(['severity="page"']);
  });

  it("inhibits only alerts that exist", () => {
    const alerts = new Set(
      parse(readFileSync("server/operations/prometheus/alerts.yml", "utf8")).groups.flatMap(
        ({ rules }: { rules: { alert: string }[] }) => rules.map(({ alert }) => alert),
      ),
    );
    for (const rule of config.inhibit_rules)
      for (const matcher of [...rule.source_matchers, ...rule.target_matchers])
        for (const name of /"(.*)"/.exec(matcher)?.[1]?.split("|") ?? []) expect(alerts).toContain(name);
  });

  it.runIf(hasAmtool)("has a configuration file that amtool accepts", () => {
    const folder = mkdtempSync(join(tmpdir(), "alertmanager-"));
    const file = join(folder, "alertmanager.yml");
    // Versions before 0.26 cannot read addresses from files.
    const text = readFileSync("server/operations/prometheus/alertmanager.yml", "utf8");
    writeFileSync(file, text.replaceAll(/url_file: \S+/g, "url: https://receiver.example.com/"));
    const checked = tool("amtool", "check-config", file);
    rmSync(folder, { recursive: true });
    expect(checked.stdout).toContain("SUCCESS");
  });
});
