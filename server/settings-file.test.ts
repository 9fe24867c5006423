import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readSettings } from "./settings.ts";
import { readSettingsFileArgument, withSettingsFile } from "./settings-file.ts";

const folder = mkdtempSync(join(tmpdir(), "settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): string[] {
  const path = join(folder, "site.yaml");
  writeFileSync(path, text);
  return ["--settings", path];
}
const read = (text: string, environment: Record<string, string> = {}) =>
  readSettings(withSettingsFile(fileOf(text), environment, "/"), "/site");

describe("a settings file", () => {
  it("sets values by group, and accepts YAML lists", () => {
    const settings = read(`
site:
  PORT: 7001
feeds:
  MARKET_STRIP: [IDX_I:13, IDX_I:25]
sandbox:
  SANDBOX_DEMO_LOGINS: no
  SANDBOX_PRIVATE_POSTBACKS: true
`);
    expect(settings.port).toBe(7001);
    expect(settings.marketStrip).toEqual(["IDX_I:13", "IDX_I:25"]);
    expect(settings.showsDemoLogins).toBe(false);
    expect(settings.sandboxMarket.privatePostbacks).toBe(true);
  });

  it("is overridden by non-empty environment variables", () => {
    const text = "site:\n  PORT: 7001\n  HOST: 127.0.0.1\n";
    expect(read(text, { PORT: "7002", HOST: "" })).toMatchObject({ port: 7002, host: "127.0.0.1" });
  });

  it("causes an error that lists all unknown groups and names, without their values", () => {
    const text = "sight:\n  PORT: 1\nsite:\n  PROT: secret-value\n  HOST: a\nbrand: 5\n";
    const fault = (() => {
      try {
        read(text);
        return "";
      } catch (thrown) {
        return (thrown as Error).message;
      }
    })();
    expect(fault).toContain("sight: unknown group; did you mean site?");
    expect(fault).toContain("PROT: unknown setting; did you mean PORT?");
    expect(fault).toContain("brand: must contain settings");
    expect(fault).not.toContain("secret-value");
  });

  it("causes an error without the file's content if it is missing or malformed", () => {
    expect(() => withSettingsFile(["--settings", "/nowhere.yaml"], {}, "/")).toThrow("ENOENT");
    expect(() => read("site:\n  PORT: [unclosed secret-value\n")).toThrow(/^(?![\s\S]*secret-value)/);
  });

  it("is found by the --settings option among other arguments", () => {
    expect(readSettingsFileArgument(["--dev", "--settings=a.yaml"])).toBe("a.yaml");
    expect(readSettingsFileArgument(["--dev"])).toBeNull();
  });

  it.each([["--setting", "a.yaml"], ["a.yaml"], ["--settings"]])(
    "is not ignored if misspelt: %s",
    (...args) => {
      expect(() => readSettingsFileArgument(args)).toThrow("The settings file follows --settings");
    },
  );
});
