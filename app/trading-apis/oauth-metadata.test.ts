import { expect, it } from "vitest";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { resourceMetadata } from "./oauth-metadata.ts";

it.each([
  [true, "https://site.test/docs/v2/assistants"],
  [false, undefined],
])("contains a documentation link only if the brand's sandbox is enabled: %s", async (sandbox, page) => {
  const site = { ...DEFAULT_SITE, isSimulated: true, features: { ...DEFAULT_SITE.features, sandbox } };
  const request = new Request("https://site.test/.well-known/oauth-protected-resource");
  const metadata = await resourceMetadata({ request, context: { site } as never, params: {} }).json();
  expect(metadata.resource).toBe("https://site.test/sandbox/mcp");
  expect(metadata.resource_documentation).toBe(page);
});
