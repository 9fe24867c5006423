// Public client generators accept the machine-readable documents without a warning, and their output compiles in strict
// mode.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tradingOpenApi } from "../app/docs/openapi.ts";
import { DOCS_PAGES } from "../app/docs/pages.server.ts";
import { sandboxPlace } from "../app/docs/place.ts";

const DOCUMENT = JSON.parse(JSON.stringify(tradingOpenApi(sandboxPlace("https://site.example"), DOCS_PAGES)));

let folder: string;
beforeEach(() => {
  // The folder is inside the project, so that the generated code finds Node's types.
  folder = mkdtempSync(join(process.cwd(), "node_modules/.generated-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the errors of the compiler in strict mode. */
function compileErrors(files: string[]): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
}

describe("generators", () => {
  it("openapi-typescript generates types that compile", { timeout: 120_000 }, async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const types = astToString(await openapiTS(structuredClone(DOCUMENT)));
    const file = join(folder, "schema.ts");
    writeFileSync(file, types);
    expect(compileErrors([file])).toEqual([]);
    expect(warned.mock.calls).toEqual([]);
    warned.mockRestore();
  });

  it("hey-api generates a client that compiles", { timeout: 240_000 }, async () => {
    const logged: unknown[][] = [];
    const spies = (["warn", "error"] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...words) => void logged.push(words)),
    );
    await createClient({
      input: structuredClone(DOCUMENT),
      output: { path: folder },
      logs: { level: "warn", file: false },
      plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
    });
    for (const spy of spies) spy.mockRestore();
    expect(logged).toEqual([]);
    expect(compileErrors([join(folder, "index.ts"), join(folder, "sdk.gen.ts")])).toEqual([]);
  });
});

describe("the OpenAPI document", () => {
  type Media = { example?: unknown; examples?: object };
  type Response = { $ref?: string; content?: Record<string, Media> };
  type Described = { tags: string[]; responses?: Record<string, Response>; "x-codeSamples"?: object[] };

  it("has code samples, shared error responses and an example for each response body", () => {
    const missing: string[] = [];
    const resolve = (response: Response): Response =>
      response.$ref === undefined
        ? response
        : DOCUMENT.components.responses[response.$ref.split("/").at(-1) ?? ""];
    for (const [path, methods] of Object.entries<Record<string, Described>>(DOCUMENT.paths))
      for (const [method, operation] of Object.entries(methods)) {
        if (operation.responses === undefined) continue;
        const { "x-codeSamples": samples = [], tags, responses } = operation;
        if (!tags.includes("access") && samples.length < 2) missing.push(`${method} ${path}: no samples`);
        for (const [status, response] of Object.entries(responses)) {
          const { content = {} } = resolve(response);
          if (Number(status) >= 400 && response.$ref === undefined && content["text/html"] === undefined)
            missing.push(`${method} ${path} ${status}: not shared`);
          for (const [type, media] of Object.entries(content))
            if (media.example === undefined && Object.keys(media.examples ?? {}).length === 0)
              missing.push(`${method} ${path} ${status} ${type}: no example`);
        }
      }
    expect(missing).toEqual([]);
  });

  it("describes postbacks as a webhook with their signature headers", () => {
    const { post } = DOCUMENT.webhooks.orderChanged;
    expect(post.requestBody.content["application/json"].example.orderId).toBeTruthy();
    expect(post.parameters.map(({ name }: { name: string }) => name)).toContain("X-Postback-Signature");
  });
});
