// Writes the page of settings from their words.
import { writeFileSync } from "node:fs";
import { settingsPage } from "../../server/settings-page.ts";

writeFileSync("server/operations/settings.md", settingsPage());
