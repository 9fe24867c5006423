// Generates the alerts for the Prometheus operator from those of Prometheus.
import { writeFileSync } from "node:fs";
import { prometheusRule, RULE_FILE } from "./prometheus-rule.ts";

writeFileSync(RULE_FILE, prometheusRule());
