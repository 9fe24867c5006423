// Generates the page of settings from the descriptions of the settings, and the alerts for the Prometheus operator.
import { writeFileSync } from "node:fs";
import { settingsPage } from "../../server/settings-page.ts";
import { prometheusRule, RULE_FILE } from "./prometheus-rule.ts";

writeFileSync("server/operations/settings.md", settingsPage());
writeFileSync(RULE_FILE, prometheusRule());
