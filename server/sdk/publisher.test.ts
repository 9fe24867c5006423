// Reads the publisher of the client packages from the brand and the environment of the build; missing values are
// omitted.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readContract } from "./contract.ts";
import { readPublisher } from "./publisher.ts";
import { writePythonPackage } from "./python/package-files.ts";
import { manifest } from "./typescript/package-files.ts";

const BRANDED = {
  BRAND_DIR: "server/brands/meridian",
  PUBLIC_ORIGIN: "https://broker.example",
  CLIENTS_REPOSITORY: "https://code.broker.example/clients.git",
};

function pythonMetadata(env: Readonly<Record<string, string | undefined>>): string {
  const folder = mkdtempSync(join(tmpdir(), "publisher-"));
  try {
    writePythonPackage(readContract(), folder, join(folder, "archives"), readPublisher(env));
    return readFileSync(join(folder, "METADATA"), "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it("adds the broker's name and web addresses to the npm package", () => {
  expect(manifest("2.0.0", readPublisher(BRANDED))).toMatchObject({
    author: { name: "Meridian Securities (Demo) Limited", email: "support@meridian.example" },
    homepage: "https://broker.example/docs/v2/clients",
    bugs: { url: "https://broker.example/support", email: "support@meridian.example" },
    repository: { type: "git", url: "https://code.broker.example/clients.git" },
  });
});

it("adds the broker's name and web addresses to the Python package", () => {
  const metadata = pythonMetadata(BRANDED);
  for (const line of [
    'Author-email: "Meridian Securities (Demo) Limited" <support@meridian.example>',
    "Project-URL: Homepage, https://broker.example/docs/v2/clients",
    "Project-URL: Support, https://broker.example/support",
    "Project-URL: Repository, https://code.broker.example/clients.git",
  ])
    expect(metadata).toContain(`\n${line}\n`);
});

it("adds no web addresses to the packages if the environment sets none", () => {
  const { author, ...rest } = manifest("2.0.0", readPublisher({}));
  expect(author).toEqual({ name: "The authors of the trading API clients" });
  for (const name of ["homepage", "bugs", "repository"]) expect(rest).not.toHaveProperty(name);
  const metadata = pythonMetadata({});
  expect(metadata).toContain("\nAuthor: The authors of the trading API clients\n");
  expect(metadata).not.toMatch(/Project-URL|Author-email/);
});

it.each([
  [{ PUBLIC_ORIGIN: "broker.example" }, "PUBLIC_ORIGIN: expected an address"],
  [{ CLIENTS_REPOSITORY: "git@code:clients" }, "CLIENTS_REPOSITORY: expected an address"],
  [{ BRAND_DIR: "/nonexistent" }, "brand.yaml"],
])("rejects the invalid environment variables %j", (env, message) => {
  expect(() => readPublisher(env)).toThrow(message);
});
