import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BadSettings, describeSettings, readSettings } from "./settings.ts";

describe("settings", () => {
  it("need nothing: port 6000 and the embedded sandbox", () => {
    const settings = readSettings({}, "/site");
    expect(settings).toMatchObject({
      port: 6000,
      baseApiUrl: null,
      dataDir: "/site/data",
      publicOrigin: null,
    });
    expect(settings.site).toMatchObject({ isSimulated: true, brand: { name: "Meridian" } });
  });

  it("an empty variable counts as not set", () => {
    expect(readSettings({ PORT: "", PUBLIC_ORIGIN: "" }, "/site")).toMatchObject({
      port: 6000,
      publicOrigin: null,
    });
  });

  it.each([
    "https://www.broker.example",
    "http://localhost:8080",
    "http://127.0.0.1",
    "http://site.localhost:3000",
  ])("%s may be the public origin", (origin) =>
    expect(readSettings({ PUBLIC_ORIGIN: origin }, "/").publicOrigin).toBe(origin),
  );

  it.each([
    "http://www.broker.example",
    "www.broker.example",
    "https://a.example/path",
    "https://user@a.example",
    "ftp://a.example",
  ])("%s may not", (origin) =>
    expect(() => readSettings({ PUBLIC_ORIGIN: origin }, "/")).toThrow(BadSettings),
  );

  it("report every fault at once", () => {
    expect(() => readSettings({ PORT: "x", LOG_LEVEL: "loud", BRAND_SUPPORT_EMAIL: "nobody" }, "/")).toThrow(
      /PORT:[\s\S]*LOG_LEVEL:[\s\S]*BRAND_SUPPORT_EMAIL:/,
    );
  });

  it("read a secret from a file", () => {
    const file = join(mkdtempSync(join(tmpdir(), "secret-")), "secret");
    writeFileSync(file, "from a file\n");
    expect(() => readSettings({ PARTNER_SECRET_FILE: file }, "/")).not.toThrow();
    expect(() => readSettings({ PARTNER_SECRET_FILE: `${file}.none` }, "/")).toThrow(
      /PARTNER_SECRET_FILE: the file cannot be read/,
    );
  });

  it("are shown without limits and secrets", () => {
    expect(Object.keys(describeSettings(readSettings({}, "/")))).not.toContain("limits");
  });
});
