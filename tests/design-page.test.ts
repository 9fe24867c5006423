// The page of components imports every component, so a missing one fails this test.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loader } from "../app/routes/design/route.tsx";

const PAGE = readFileSync("app/routes/design/route.tsx", "utf8");
/** Components without visible output, such as data blocks. */
const INVISIBLE = ["JsonLd", "BrowserTexts"];

const components = readdirSync("app/ui")
  .filter((file) => file.endsWith(".tsx") && !file.includes(".test."))
  .flatMap((file) =>
    [...readFileSync(`app/ui/${file}`, "utf8").matchAll(/^export function ([A-Z]\w+)/gm)].map(
      ([, name = ""]) => name,
    ),
  )
  .filter((name) => !INVISIBLE.includes(name));

it.each(components)("/design shows the component %s", (name) => {
  expect(PAGE).toMatch(new RegExp(`<${name}\\b`));
});

it("/design returns 404 unless a setting enables the page", () => {
  const open = (hasDesignPage: boolean | undefined) => {
    try {
      return loader({
        request: new Request("http://site/design"),
        context: { hasDesignPage } as never,
        params: {},
      });
    } catch (fault) {
      return (fault as Response).status;
    }
  };
  expect([open(true), open(false), open(undefined)]).toEqual([null, 404, 404]);
});
