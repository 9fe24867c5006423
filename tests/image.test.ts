// The files of the container image (.dockerignore) are sufficient for its build: the build configuration loads, and no
// source of the site imports a file that is not in the image. The entry point passes on its arguments, with V8's flag
// for the simulator. The operators' commands and volumes work in the image.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";

const [everything, ...lines] = readFileSync(".dockerignore", "utf8").trim().split("\n");
const copied = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));

it("the container image is built from an explicit list of files", () => {
  expect(everything).toBe("*");
  expect(copied).toEqual(expect.arrayContaining(["app", "server", "package.json", "remix.config.js"]));
});

it("the build configuration loads if only the image's files exist", () => {
  const folder = mkdtempSync(join(tmpdir(), "image-"));
  try {
    for (const name of [...copied, "node_modules"])
      if (statSync(name).isDirectory()) symlinkSync(join(process.cwd(), name), join(folder, name));
      else copyFileSync(name, join(folder, name));
    const read = `import("vite").then(async ({ loadConfigFromFile }) => {
      const read = await loadConfigFromFile({ command: "build", mode: "production" }, "remix.config.js");
      console.log(read.config.build.target);
    })`;
    const { VITEST: _, ...env } = process.env;
    const output = execFileSync(process.execPath, ["-e", read], { cwd: folder, env, encoding: "utf8" });
    expect(output).toContain("es2022");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("no source file of the site imports a file that is missing from the image", () => {
  const sources = ["app", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  const outside = sources.filter((file) => /from "(?:\.\.\/)+tests\//.test(readFileSync(file, "utf8")));
  expect(outside).toEqual([]);
});

it("the image's entry point forwards arguments; --sandbox-only sets a V8 flag", () => {
  expect(readFileSync("Dockerfile", "utf8")).toContain('ENTRYPOINT ["/bin/sh", "build/operations/start.sh"]');
  const folder = mkdtempSync(join(tmpdir(), "entry-"));
  try {
    writeFileSync(join(folder, "node"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n", { mode: 0o755 });
    const entryPointArguments = (...args: string[]) =>
      execFileSync("/bin/sh", ["server/operations/start.sh", ...args], {
        env: { NODE_ENV: "test", PATH: folder },
        encoding: "utf8",
      })
        .trim()
        .split("\n");
    expect(entryPointArguments("--settings", "a file")).toEqual([
      "build/node/server/main.js",
      "--settings",
      "a file",
    ]);
    expect(entryPointArguments("--sandbox-only")).toEqual([
      expect.stringMatching(/^--max-semi-space-size=\d+$/),
      "build/node/server/main.js",
      "--sandbox-only",
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("the operators' commands run bundled programs, because the image has no sources", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const table = readFileSync("server/operations/README.md", "utf8").matchAll(/^\| `npm run (\S+)/gm);
  const commands = [...table].map(([, name = ""]) => name);
  const bundled = /\[([^\]]+)\]\.map\(\(name\) => `operations\//.exec(
    readFileSync("server/build-server.ts", "utf8"),
  )?.[1];
  expect(commands).toContain("backup");
  for (const name of commands) {
    const [, program] = /^node build\/node\/server\/operations\/([\w-]+)\.js$/.exec(scripts[name]) ?? [];
    expect(bundled, name).toContain(`"${program}"`);
    expect(statSync(`server/operations/${program}.ts`).isFile()).toBe(true);
  }
});

const guide = readFileSync("server/operations/go-live.md", "utf8");

it("go-live.md mounts the brand folder in each `docker run` command", () => {
  for (const [command] of guide.matchAll(/^docker run (?:.*\\\n)+.*/gm))
    expect(command).toContain("-v $PWD/brand:/etc/brand:ro");
});

it("the image's user owns the folders where its volumes are mounted", () => {
  const owned = /install -d -o site -g site (.+)/.exec(readFileSync("Dockerfile", "utf8"))?.[1]?.split(" ");
  expect(owned).toEqual(["/data", "/backups"]);
  const compose = parse(readFileSync("server/operations/compose/compose.yaml", "utf8"), { merge: true });
  const volumes = (mounts: string[]) =>
    mounts.filter((mount) => /^[a-z]/.test(mount)).map((mount) => mount.split(":")[1]);
  expect(volumes(compose.services["site-1"].volumes)).toEqual(owned);
  const manifests = parseAllDocuments(readFileSync("server/operations/kubernetes/site.yaml", "utf8"));
  const { spec } = manifests.map((one) => one.toJS()).find(({ kind }) => kind === "StatefulSet");
  const claims = spec.volumeClaimTemplates.map((one: { metadata: { name: string } }) => one.metadata.name);
  const mounts: { name: string; mountPath: string }[] = spec.template.spec.containers[0].volumeMounts;
  expect(mounts.filter(({ name }) => claims.includes(name)).map(({ mountPath }) => mountPath)).toEqual(owned);
  expect(volumes([...guide.matchAll(/-v (\S+)/g)].map(([, mount = ""]) => mount))).toEqual(owned);
});
