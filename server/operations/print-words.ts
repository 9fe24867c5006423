// Prints all page texts as YAML, grouped by file and export. A text that is a function is printed with the names of its
// parameters as placeholders.
import { stringify } from "yaml";
import { findPlaceholders, TEXT_FILES } from "../../app/words.ts";

type Entry = (typeof TEXT_FILES)[string][string];

function toYaml(entry: Entry): unknown {
  if (typeof entry === "string") return entry;
  if (typeof entry === "object")
    return Object.fromEntries(Object.entries(entry).map(([key, one]) => [key, toYaml(one)]));
  const names = findPlaceholders(entry);
  return `(sentence with ${names.map((name) => `{${name}}`).join(", ")})`;
}

process.stdout.write(stringify(toYaml(TEXT_FILES)));
