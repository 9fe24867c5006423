// Rules of the repository that can be checked automatically: allowed imports, comments at the top of files, and
// forbidden content. The READMEs of the folders explain the rules.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const LIST_FILES = ["ls-files", "--cached", "--others", "--exclude-standard"];
const files = execFileSync("git", LIST_FILES, { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "");
const sources = files.filter(
  (file) => /^(?:app|server|tests)\/.*\.(?:ts|tsx)$/.test(file) && !file.endsWith(".d.ts"),
);
const read = (file: string) => readFileSync(file, "utf8");

type Import = { from: string; to: string; isTypeOnly: boolean };

const imports: Import[] = sources.flatMap((from) =>
  [
    ...read(from).matchAll(
      /^(?:import|export)\s+(type\s+)?[^;]*?\bfrom\s+"([^"]+)"|\bimport\("([^"]+)"\)/gms,
    ),
  ].map((match) => {
    const target = match[2] ?? match[3] ?? "";
    const to = target.startsWith(".") ? normalize(join(dirname(from), target)) : target;
    return { from, to, isTypeOnly: match[1] !== undefined };
  }),
);

/** Programs that start the server and import its parts. */
const ENTRIES = /^server\/(?:main|run-site|run-sandbox)\.ts$/;

/** Returns the folder of a file as in the table of imports. */
function folderInTable(file: string): string {
  const [first = "", second = ""] = file.split("/");
  return first === "app" || first === "server" ? `${first}/${second}` : first;
}

const SHARED = ["app/contract", "app/domain"];
const PURE = [...SHARED, "app/format", "app/http", "app/ui"];
/**
 * Folders of pages, each with the folders that it may import in addition to the shared ones. No two folders import each
 * other.
 */
const PAGE_FOLDERS: Record<string, string[]> = {
  "app/evidence": [],
  "app/live": [],
  "app/docs": [],
  "app/trading-apis": [],
  "app/deploying": [],
  "app/browser": ["app/live", "app/markets", "app/evidence"],
  "app/portfolio": ["app/deploying", "app/frame"],
  "app/marketplace": ["app/evidence", "app/live"],
  // The menu and site map on every page list all pages.
  "app/frame": ["app/marketplace", "app/docs", "app/trading-apis"],
  "app/markets": ["app/frame", "app/live"],
  "app/support": ["app/frame", "app/marketplace"],
};
const SERVER_PARTS = ["relay", "provider", "session", "http", "render", "observe", "mcp", "console"].map(
  (name) => `server/${name}`,
);

/** The modules that both the site and the sandbox use. */
const SERVER_SHARED = ["programs.ts", "protocol", "storage", "rate-limits", "crypto", "search"].map(
  (name) => `server/${name}`,
);

/** Folders whose values each folder may import, in addition to its own files. Packages are checked separately. */
const ALLOWED: Record<string, string[]> = {
  // Contracts use the vocabulary and limits of the domain; the domain imports only types from the contracts.
  "app/contract": ["app/domain"],
  "app/domain": [],
  "app/format": SHARED,
  "app/http": SHARED,
  "app/ui": ["app/format", ...SHARED],
  ...Object.fromEntries(Object.entries(PAGE_FOLDERS).map(([zone, others]) => [zone, [...PURE, ...others]])),
  "app/root.tsx": [...PURE, ...Object.keys(PAGE_FOLDERS), "app/styles"],
  "app/routes": [...PURE, ...Object.keys(PAGE_FOLDERS)],
  // Lists the texts of all pages.
  "app/words.ts": ["app/routes", "app/format", ...Object.keys(PAGE_FOLDERS), ...SHARED, "app/ui"],
  "app/entry.server.tsx": ["app/words.ts", "app/frame", "app/ui", ...SHARED],
  ...Object.fromEntries(SERVER_PARTS.map((zone) => [zone, [...SHARED, ...SERVER_SHARED]])),
  // The console's sessions are sealed like the site's, and its values are stored in the site's store.
  "server/console": [...SHARED, ...SERVER_SHARED, "server/session", "server/observe", "server/state"],
  "server/http": [...SHARED, ...SERVER_SHARED, "server/render"],
  ...Object.fromEntries(SERVER_SHARED.map((zone) => [zone, [...SHARED, "server/protocol"]])),
  "server/operations": [...SHARED, ...SERVER_SHARED, "server/doctor", "app/words.ts"],
  // Tests the settings with the site's clients.
  "server/doctor": [
    ...SHARED,
    ...SERVER_SHARED,
    "server/settings.ts",
    "server/settings-checks.ts",
    "server/settings-file.ts",
    "server/setting-files.ts",
    "server/provider",
    "server/relay",
  ],
  "server/protocol": SHARED,
  // Replaces the texts of the sandbox's pages with those of the brand.
  "server/sandbox": [...SHARED, ...SERVER_SHARED, "app/format"],
  "server/settings.ts": [
    ...SHARED,
    ...SERVER_SHARED,
    "server/limits.ts",
    "server/brands",
    "server/console-settings.ts",
    // Each feed's definition names its settings.
    "server/relay",
    "server/setting-files.ts",
    "server/setting-values.ts",
    "server/settings-checks.ts",
    "server/settings-shape.ts",
    "server/unknown-settings.ts",
  ],
  "server/console-settings.ts": ["server/setting-values.ts"],
  "server/setting-files.ts": [...SHARED, ...SERVER_SHARED],
  "server/setting-values.ts": SHARED,
  // Imports types only.
  "server/settings-shape.ts": [
    ...SHARED,
    "server/brands",
    "server/console-settings.ts",
    "server/relay",
    "server/setting-values.ts",
    "server/unknown-settings.ts",
  ],
  // Checks a brand's folder against the menu, the texts and the consent of pages.
  "server/brands": [
    "app/words.ts",
    "app/format",
    "app/marketplace",
    "app/deploying",
    ...SHARED,
    "server/observe",
    "server/programs.ts",
    "server/settings.ts",
  ],
  "server/settings-file.ts": ["server/settings.ts"],
  "server/settings-checks.ts": ["server/relay"],
  // Data that must survive a restart.
  "server/state": [...SHARED, ...SERVER_SHARED],
  // Only this module and main import the parts of the server by name.
  "server/settings-shown.ts": [...SHARED, "server/settings.ts"],
  "server/wiring": [
    ...SHARED,
    "app/format",
    "server/brands",
    "server/settings.ts",
    "server/state",
    "server/operations",
    ...SERVER_SHARED,
    ...SERVER_PARTS,
  ],
  "server/limits.ts": ["app/contract"],
  // Runs at build time and generates code for other machines. It reads the contract's documents and the brand, and
  // imports nothing of the running server.
  "server/sdk": [...SHARED, "app/docs", "server/brands"],
};

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
describe("imports", () => {
  const own = imports.filter(({ to }) => /^(?:app|server|tests)\//.test(to));

  it("include more than 200 imports between files of the repository", () =>
    expect(own.length).toBeGreaterThan(200));

  it("follow the table of allowed imports", () => {
    const broken = own
      .filter(({ from }) => !isTest(from) && !from.startsWith("tests/") && !ENTRIES.test(from))
      .filter(({ from, to, isTypeOnly }) => {
        const [here, there] = [folderInTable(from), folderInTable(to)];
        if (here === there) return false;
        if (here === "app/domain" && there === "app/contract") return !isTypeOnly;
        // All parts of the server may import the type of the limits.
        if (there === "server/limits.ts" && isTypeOnly && here.startsWith("server/")) return false;
        if (here === "app/context.ts") return !isTypeOnly || !SHARED.includes(there);
        if (there === "app/context.ts" || (there === "app/root.tsx" && isTypeOnly)) return !isTypeOnly;
        return !(ALLOWED[here] ?? []).includes(there);
      });
    expect(broken).toEqual([]);
  });

  it("the independent provider imports no code of the site or the sandbox", () => {
    const broken = own.filter(
      ({ from, to }) => from.startsWith("tests/providers/") && !to.startsWith("tests/providers/"),
    );
    expect(broken).toEqual([]);
  });

  it("no route imports another route", () => {
    const routeOf = (file: string) => file.split("/")[2];
    const isRoute = (file: string) => file.startsWith("app/routes/");
    const broken = own.filter(
      ({ from, to }) => isRoute(from) && isRoute(to) && !isTest(from) && routeOf(from) !== routeOf(to),
    );
    expect(broken).toEqual([]);
  });

  it("the sandbox's folders have no circular dependencies", () => {
    // Folders that each folder of the sandbox may import. No folder imports main; all may import the files next to
    // main.
    const SANDBOX_FOLDERS: Record<string, string[]> = {
      exchange: [],
      store: [],
      accounts: ["store"],
      broker: ["exchange", "store"],
      algos: ["broker", "exchange", "store"],
      apis: ["algos", "broker", "exchange", "accounts", "store"],
    };
    const folderOf = (file: string) => /^server\/sandbox\/([^/]+)\//.exec(file)?.[1] ?? null;
    const found = own.flatMap(({ from, to }) => {
      const [here, there] = [folderOf(from), folderOf(to)];
      return here === null || there === null || from.endsWith(".test.ts") ? [] : [{ from, to, here, there }];
    });
    expect(new Set(found.map(({ here }) => here))).toEqual(new Set(Object.keys(SANDBOX_FOLDERS)));
    expect(
      found.filter(({ here, there }) => here !== there && !(SANDBOX_FOLDERS[here] ?? []).includes(there)),
    ).toEqual([]);
  });

  it("the folders of algos and apis have no circular dependencies", () => {
    // Folders that each folder may import, and folders from whose files it may import types.
    const FOLDERS: Record<string, Record<string, { may: string[]; types?: string[] }>> = {
      algos: {
        rules: { may: [], types: ["catalogue"] },
        playbooks: { may: ["rules"], types: ["catalogue"] },
        catalogue: { may: ["playbooks", "rules"] },
        // Backtests compute records with the step function of deployments.
        backtest: { may: ["catalogue", "deployments", "playbooks", "rules"] },
        deployments: { may: ["catalogue", "playbooks", "rules"] },
      },
      apis: {
        login: { may: [] },
        "base-api": { may: ["notifications"] },
        // Webhooks are sent like postbacks.
        notifications: { may: ["trading-api"] },
        "trading-api": { may: ["login"] },
        "order-updates": { may: ["trading-api"] },
        platforms: { may: ["login"] },
        "order-window": { may: ["login"] },
        portal: { may: ["login", "trading-api"] },
        assistants: { may: ["trading-api"] },
        chat: { may: ["base-api"] },
        enquiries: { may: ["base-api"] },
      },
    };
    const placeOf = (file: string) => /^server\/sandbox\/(algos|apis)\/([^/]+)\//.exec(file);
    const broken = own.flatMap(({ from, to, isTypeOnly }) => {
      const [, parent = "", here = ""] = placeOf(from) ?? [];
      const [, otherParent = "", there = ""] = placeOf(to) ?? [];
      if (here === "" || parent !== otherParent || here === there || from.endsWith(".test.ts")) return [];
      const rule = FOLDERS[parent]?.[here];
      const isAllowed = rule?.may.includes(there) || (isTypeOnly && rule?.types?.includes(there));
      return isAllowed ? [] : [`${from} imports ${to}`];
    });
    expect(broken).toEqual([]);
  });

  it("routes declare each query parameter that they read", () => {
    const undeclared = sources
      .filter((file) => file.startsWith("app/routes/") && !file.includes(".test."))
      .flatMap((file) => {
        const text = read(file);
        const folder = /^app\/routes\/[^/]+\//.exec(file)?.[0];
        const declared = folder === undefined ? text : `${text}${read(`${folder}route.tsx`)}`;
        const list = /(?:query:|QUERY =) \[([^\]]*)\]/s.exec(declared)?.[1] ?? "";
        return [...text.matchAll(/(?:searchParams|params)\s*\.(?:get|has|getAll)\("(\w+)"\)/g)].flatMap(
          ([, name = ""]) => (name === "_data" || list.includes(`"${name}"`) ? [] : [`${file}: ${name}`]),
        );
      });
    expect(undeclared).toEqual([]);
  });

  it("only server/main.ts imports an entry point", () => {
    expect(own.filter(({ from, to }) => ENTRIES.test(to) && from !== "server/main.ts")).toEqual([]);
  });

  it("app/contract and app/domain import only each other and named packages", () => {
    for (const { from, to } of imports.filter(
      ({ from }) => /^app\/(contract|domain)\//.test(from) && !from.includes(".test."),
    ))
      expect(
        to === "zod" ||
          /\/openapi\.ts zod-openapi$|\/indicator-series\.ts trading-signals$/.test(`${from} ${to}`) ||
          /^app\/(contract|domain)\/.*\.ts$/.test(to),
        `${from} imports ${to}`,
      ).toBe(true);
  });

  it("pages read only their context: no fetch, no environment, no server modules", () => {
    // Files that generate code for other programs.
    const GENERATORS = ["app/docs/samples.ts", "app/docs/operation-samples.ts"];
    for (const file of sources.filter(
      (source) => source.startsWith("app/") && !source.includes(".test.") && !GENERATORS.includes(source),
    )) {
      const text = read(file);
      expect(text, file).not.toMatch(/\bprocess\.env\b|(?<![.\w])fetch\(/);
      if (file !== "app/entry.server.tsx") expect(text, file).not.toMatch(/from "node:/);
    }
  });

  it("only main.ts, doctor.ts and environment.ts read the environment", () => {
    // The clients run on other machines and read the environment there.
    const readers = sources.filter(
      (file) => /^server\/(?!sdk\/)/.test(file) && /process\.env/.test(read(file)),
    );
    expect(readers.sort()).toEqual([
      "server/main.ts",
      // The operators' commands read DATA_DIR.
      "server/operations/doctor.ts",
      "server/operations/environment.ts",
    ]);
    // main sets NODE_ENV for React, passes the environment to settings.ts, and reads only the name of the running npm
    // script.
    expect(read("server/main.ts").match(/process\.env\S*/g)).toEqual([
      "process.env.NODE_ENV",
      "process.env,",
      "process.env.npm_lifecycle_event",
    ]);
  });
});

describe("files", () => {
  it.each(sources.filter((file) => !file.includes(".test.")))(
    "%s begins with a comment on its purpose",
    (file) => {
      expect(read(file)).toMatch(/^\/\/ \S.*[.:?]\n|^\/\/ \S/);
    },
  );

  it("have specific names in kebab-case", () => {
    for (const file of sources) {
      const name = file.split("/").at(-1) ?? "";
      if (!file.startsWith("app/routes/")) expect(name, file).toMatch(/^_?[a-z0-9.-]+$/);
      expect(file).not.toMatch(/\/(?:utils?|helpers?|misc|common|lib|core)(?:\/|\.)/);
    }
  });

  it("have at most 400 lines", () => {
    const CONTENT = /playbooks|audiences\.ts$|pages\.ts$|collection-texts/;
    const long = sources.filter((file) => read(file).split("\n").length > 400 && !CONTENT.test(file));
    expect(long).toEqual([]);
  });

  it("contain no comment about unfinished work and no skipped or focused test", () => {
    const marks = new RegExp(
      ["TO" + "DO", "FIX" + "ME", "HA" + "CK", "@ts-" + "ignore", "@ts-no" + "check"].join("|"),
    );
    const focus = /\b(?:it|test|describe)\.(?:only|sk[i]p)\b/;
    for (const file of sources) {
      expect(read(file), file).not.toMatch(marks);
      expect(read(file), file).not.toMatch(focus);
    }
  });
});

describe("the repository", () => {
  const TOP_LEVEL =
    /^(?:app|server|public|tests|\.ci)\/|^(?:remix\.config\.js|package\.json|package-lock\.json|tsconfig\.json|Dockerfile|README\.md|biome\.json|\.[\w.-]+)$/;

  it("contains only the expected files at its top level", () => {
    expect(files.filter((file) => !TOP_LEVEL.test(file))).toEqual([]);
    for (const file of ["README.md", "Dockerfile", "remix.config.js", "tsconfig.json", ".ci/run"])
      expect(files).toContain(file);
  });

  it("contains no registry address and no machine-specific path", () => {
    for (const file of files.filter((name) => /\.(?:ts|tsx|js|json|md|css|svg)$|^\.|Dockerfile/.test(name))) {
      if (file === "tests/repo.test.ts") continue;
      expect(read(file), file).not.toMatch(/registry\.npmjs|npmmirror|\/home\/\w+|\/Users\/\w+/);
    }
  });

  it("mentions the demo brand only in the brand's folder", () => {
    const { name, address, registration, complianceOfficer } = parse(
      read("server/brands/meridian/brand.yaml"),
    ) as Record<string, string>;
    const brandTerms = [name, address, registration, complianceOfficer].map((word) =>
      (word ?? "").toLowerCase(),
    );
    // Tests may contain the brand's names, because they check the defaults of a site without settings.
    const named = files
      .filter((file) => /^(?:app|server|public)\/|^[^/]+$/.test(file))
      .filter((file) => !/^server\/brands\/|\.test\.tsx?$/.test(file))
      .filter((file) =>
        brandTerms.some((word) => read(file).replaceAll("brands/meridian", "").toLowerCase().includes(word)),
      );
    expect(named).toEqual([]);
  });

  it("pins every dependency to one version", () => {
    const manifest = JSON.parse(read("package.json"));
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
      expect(version, name).toMatch(/^(?:npm:typescript@)?\d+\.\d+\.\d+$/);
  });
});
