// Converts the alerts file of Prometheus to a PrometheusRule for the Prometheus operator.
import { readFileSync } from "node:fs";
import { parse, stringify } from "yaml";

export const RULE_FILE = "server/operations/kubernetes/monitoring/rules.yaml";

export function prometheusRule(): string {
  const { groups } = parse(readFileSync("server/operations/prometheus/alerts.yml", "utf8"));
  const rule = {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "PrometheusRule",
    metadata: { name: "site", namespace: "algo-marketplace", labels: { "app.kubernetes.io/name": "site" } },
    spec: { groups },
  };
  return `# Generated from prometheus/alerts.yml by npm run generate:alerts.\n${stringify(rule, { lineWidth: 0 })}`;
}
