// Backup and restore with the built commands, while a site writes. A backup contains all writes that were acknowledged
// before it began, its books balance, and a site starts with the restored data. Damaged backups and folders in use are
// rejected.
import { execFile } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, it } from "vitest";
import { checkStore, prepareAccount } from "../support/crash-store.ts";
import { Acknowledged, KINDS, type Kind, Round } from "../support/crash-writers.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite, until } from "../support/site.ts";

const run = promisify(execFile);
const folders: string[] = [];
let site: Site | null = null;
afterEach(async () => {
  await site?.stop("SIGKILL");
  site = null;
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "backup-"));
  folders.push(made);
  return made;
}
async function command(name: "backup" | "restore" | "export-audit", ...commandArguments: string[]) {
  try {
    const { stdout } = await run(process.execPath, [
      `build/node/server/operations/${name}.js`,
      ...commandArguments,
    ]);
    return { code: 0, text: stdout };
  } catch (fault) {
    const { code, stdout } = fault as { code: number; stdout: string };
    return { code, text: stdout };
  }
}
const start = async (dataDir: string): Promise<Site> => {
  site = await startSite({ DATA_DIR: dataDir, TRUSTED_PROXY_HOPS: "1" });
  return site;
};
const copyOf = (known: Acknowledged): Acknowledged =>
  Object.assign(new Acknowledged(), {
    messages: new Set(known.messages),
    correlationIds: new Set(known.correlationIds),
    deployments: new Set(known.deployments),
    notes: new Set(known.notes),
  });

it("a backup during writes contains all earlier writes, and a site starts from it", {
  timeout: 180_000,
}, async () => {
  const dataDir = join(folder(), "data");
  const running = await start(dataDir);
  const reader = new TestUser(running);
  await reader.signIn();
  const xsrf = await reader.xsrf();
  const setting = await prepareAccount(running, reader, xsrf);
  const known = new Acknowledged();
  const durations = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Record<Kind, number[]>;
  const round = new Round({ number: 1, site: running, reader, xsrf, known, durations, setting });
  const writing = round.run();
  const backups: { at: string; before: Acknowledged }[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const already = { ...round.counts };
    await until(
      async () => round.counts,
      (counts) => KINDS.every((kind) => counts[kind] >= already[kind] + 2),
      60_000,
    );
    const at = join(folder(), "copy");
    const before = copyOf(known);
    const counted = Object.values(round.counts).reduce((sum, count) => sum + count, 0);
    const made = await command("backup", at, "--data-dir", dataDir);
    expect(made.text).toContain("verified");
    expect(made.code).toBe(0);
    backups.push({ at, before });
    // Writes must have continued during the backup.
    expect(Object.values(round.counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(counted);
  }
  round.isOver = true;
  await writing;
  const audit = join(folder(), "audit.jsonl");
  expect(await command("export-audit", audit, "--data-dir", dataDir)).toMatchObject({ code: 0 });
  expect(readdirSync(dataDir).filter((name) => name.startsWith("audit-"))).toEqual([]);
  const keysFile = join(folder(), "keys.json");
  writeFileSync(keysFile, (await running.get("/evidence/keys.json")).text);
  await checkAudit(audit, keysFile, known);
  expect(await running.stop()).toBe(0);

  for (const { at, before } of backups) {
    expect(statSync(at).mode & 0o777).toBe(0o700);
    for (const name of [
      "site.db",
      "session-secret",
      "sandbox/sandbox.db",
      "sandbox/store-key",
      "sandbox/record-key",
    ])
      expect(statSync(join(at, name)).mode & 0o777, name).toBe(0o600);
    expect((await command("restore", at, "--check")).code).toBe(0);
    const restored = join(folder(), "data");
    expect(await command("restore", at, "--data-dir", restored)).toMatchObject({ code: 0 });
    checkStore(join(restored, "sandbox", "sandbox.db"), before);
  }

  // Starts a site on the last backup. The earlier session is still valid, so the backup contains the store's key and
  // the site's secret.
  const last = join(folder(), "data");
  await command("restore", backups.at(-1)?.at ?? "", "--data-dir", last);
  const again = await start(last);
  const back = new TestUser(again);
  for (const [name, value] of reader.cookies) back.cookies.set(name, value);
  expect((await back.get("/algos/tracklist")).text).toContain(`id="list-${setting.list}"`);
  const fresh = new TestUser(again);
  await fresh.signIn();
  expect((await fresh.get("/account/sessions")).status).toBeLessThan(400);
});

it("restore rejects a folder in use and a damaged backup without changing any file", {
  timeout: 120_000,
}, async () => {
  const dataDir = join(folder(), "data");
  const running = await start(dataDir);
  const at = join(folder(), "copy");
  expect(await command("backup", at, "--data-dir", dataDir)).toMatchObject({ code: 0 });
  const used = await command("restore", at, "--data-dir", dataDir);
  expect(used).toMatchObject({ code: 1 });
  expect(used.text).toMatch(/is used by another running site/);
  expect((await running.get("/healthz")).status).toBe(200);
  expect(await command("backup", at, "--data-dir", dataDir)).toMatchObject({
    code: 1,
    text: expect.stringContaining("is not empty"),
  });
  expect(await running.stop()).toBe(0);

  // While the site is stopped, the command copies the folder.
  const atRest = join(folder(), "copy");
  expect(await command("backup", atRest, "--data-dir", dataDir)).toMatchObject({ code: 0 });

  const bytes = readFileSync(join(at, "sandbox", "sandbox.db"));
  bytes[5_000] = (bytes[5_000] ?? 0) ^ 1;
  const damages: [name: string, damage: (copy: string) => void, words: RegExp][] = [
    ["one bit", (copy) => writeFileSync(join(copy, "sandbox", "sandbox.db"), bytes), /SHA-256 differs/],
    ["cut short", (copy) => appendFileSync(join(copy, "site.db"), "x"), /bytes; it had/],
    ["a file less", (copy) => rmSync(join(copy, "sandbox", "store-key")), /store-key is missing/],
    ["a file more", (copy) => writeFileSync(join(copy, "notes"), ""), /does not belong/],
    ["no list", (copy) => rmSync(join(copy, "manifest.json")), /was not completed/],
    [
      "another list",
      (copy) => {
        const list = JSON.parse(readFileSync(join(copy, "manifest.json"), "utf8"));
        list.files.pop();
        writeFileSync(join(copy, "manifest.json"), JSON.stringify(list));
      },
      /hash of its list differs/,
    ],
  ];
  const before = readdirSync(dataDir).sort();
  for (const [name, damage, message] of damages) {
    const copy = join(folder(), "copy");
    await run("cp", ["-r", at, copy]);
    damage(copy);
    const answer = await command("restore", copy, "--data-dir", dataDir);
    expect(answer.code, name).toBe(1);
    expect(answer.text, name).toMatch(message);
  }
  expect(readdirSync(dataDir).sort()).toEqual(before);

  // The previous data is moved completely.
  const done = await command("restore", at, "--data-dir", dataDir);
  expect(done.code).toBe(0);
  const aside = /is in (\S+);/.exec(done.text)?.[1] ?? "";
  expect(existsSync(join(aside, "sandbox", "sandbox.db"))).toBe(true);

  // After an interrupted restore no site starts until a restore is completed.
  writeFileSync(join(dataDir, "restore-unfinished"), at);
  await expect(start(dataDir)).rejects.toThrow(/was interrupted/);
  expect(await command("restore", at, "--data-dir", dataDir)).toMatchObject({ code: 0 });
  expect((await (await start(dataDir)).get("/algos")).status).toBe(200);
});

it("a failed backup reports the fault and leaves no files", async () => {
  const none = await command("backup", join(folder(), "copy"), "--data-dir", join(folder(), "none"));
  expect(none).toMatchObject({ code: 1, text: expect.stringContaining("does not exist") });
  expect(await command("backup")).toMatchObject({ code: 2 });
  expect(await command("restore", "a", "b")).toMatchObject({ code: 2 });
  const dataDir = join(folder(), "data");
  mkdirSync(join(dataDir, "sandbox"), { recursive: true });
  writeFileSync(
    join(dataDir, "sandbox", "sandbox.db"),
    "not a database at all, but long enough to be read".repeat(100),
  );
  const copy = join(folder(), "copy");
  const damaged = await command("backup", copy, "--data-dir", dataDir);
  expect(damaged.code).toBe(1);
  expect(damaged.text).toMatch(/not a database/);
  expect(existsSync(copy)).toBe(false);
});

/**
 * Checks that the audit file contains all acknowledged writes and is verified, and that a changed, omitted or truncated
 * line is detected.
 */
async function checkAudit(file: string, keys: string, known: Acknowledged): Promise<void> {
  const check = (name: string) => command("export-audit", "--check", name, "--keys", keys);
  const complete = await check(file);
  expect(complete.text).toContain("hash chain verified");
  expect(complete.code).toBe(0);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const records = lines.slice(0, -1).map((line) => JSON.parse(line).record as Record<string, unknown>);
  const times = records.slice(1).map(({ at }) => String(at));
  expect(times).toEqual(times.toSorted());
  const column = (kind: string, name: string) =>
    new Set(records.filter((record) => record.kind === kind).map((record) => record[name]));
  for (const id of known.correlationIds) expect(column("order", "correlationId")).toContain(id);
  for (const place of known.deployments)
    expect(column("consent", "deploymentId")).toContain(place.split("/").at(-1));
  for (const note of known.notes) expect(column("deployment_event", "note")).toContain(note);
  expect(column("trade", "orderId").size).toBeGreaterThan(0);
  expect(column("money", "movement").size).toBeGreaterThan(0);

  const other = join(folder(), "audit.jsonl");
  const middle = Math.floor(lines.length / 2);
  for (const [name, changed, message] of [
    [
      "changed",
      lines.with(middle, lines[middle]?.replace(/"clientId":"\d/, '"clientId":"9') ?? ""),
      /was changed/,
    ],
    ["left out", lines.toSpliced(middle, 1), /missing or were moved/],
    ["cut off", lines.slice(0, -1), /cut short/],
    ["end moved", [...lines.slice(0, middle), lines.at(-1) ?? ""], /end record states/],
  ] as const) {
    writeFileSync(other, `${changed.join("\n")}\n`);
    const answer = await check(other);
    expect(answer.code, name).toBe(1);
    expect(answer.text, name).toMatch(message);
  }
}
