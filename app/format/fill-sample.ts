// Replaces the placeholders in a code sample (base address, token, client id) by the user's values, so that the copied
// sample runs without changes. Pure and small, because the browser loads this file when a user copies a sample.
import { goString, pythonString, shellArgument, typescriptString } from "./literals.ts";

export type SampleLanguage = "curl" | "python" | "typescript" | "go";
export type SampleValues = { BASE_URL: string; ACCESS_TOKEN: string; CLIENT_ID: string };
const NAMES = ["BASE_URL", "ACCESS_TOKEN", "CLIENT_ID"] as const;

/** Returns the filled sample. Values without a placeholder are ignored. */
export function fillSample(language: SampleLanguage, code: string, values: SampleValues): string {
  switch (language) {
    case "curl":
      return NAMES.reduce(
        (filled, name) =>
          filled
            // A placeholder is either a complete quoted word or a part of one.
            .replaceAll(`"$${name}"`, shellArgument(values[name]))
            .replaceAll(new RegExp(`\\$${name}\\b`, "g"), () => values[name].replaceAll(/[\\"$`]/g, "\\$&")),
        code,
      );
    case "python":
      return NAMES.reduce(
        (filled, name) => filled.replaceAll(`os.environ["${name}"]`, () => pythonString(values[name])),
        code,
      );
    case "typescript":
      return code.replace(/^const \{ (.*) \} = process\.env;$/m, (_, places: string) =>
        NAMES.filter((name) => places.includes(`${name} =`))
          .map((name) => `const ${name} = ${typescriptString(values[name])};`)
          .join("\n"),
      );
    case "go": {
      const filled = NAMES.reduce(
        (words, name) => words.replaceAll(`os.Getenv("${name}")`, () => goString(values[name])),
        code,
      );
      // Go rejects unused imports, so `os` is removed if no code uses it.
      return /\bos\.\w/.test(filled) ? filled : filled.replace('\n\t"os"', "");
    }
  }
}
