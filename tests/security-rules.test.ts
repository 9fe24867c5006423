// Security rules of the sources; the ASVS table (server/operations/asvs.md) refers to them.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const sources = ["app", "server"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));
/** Returns the files with a match in their code, without comments. */
const filesWith = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text.replaceAll(/\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm, "")))
    .map(({ file }) => file)
    .sort();

it("the security rules examine more than 500 source files", () => {
  expect(sources.length).toBeGreaterThan(500);
});

/** Returns matching files that were not reviewed. Code for other machines (the clients) is excluded. */
const unreviewed = (pattern: RegExp, reviewed: readonly string[]) => {
  const found = filesWith(pattern).filter((file) => !file.startsWith("server/sdk/"));
  // If no file matches any more, the rule is outdated.
  if (reviewed.length > 0) expect(found).not.toEqual([]);
  return found.filter((file) => !reviewed.includes(file));
};

describe("code and commands", () => {
  it("never run text as code: no eval, no function constructor, no vm", () => {
    // `commands.eval`, which runs fixed Lua scripts in Redis, is allowed.
    expect(filesWith(/(?<![.\w])eval\(|new Function\(|node:vm/)).toEqual([]);
  });

  it("start only the site's programs as processes", () => {
    const reviewed = [
      "server/provider/supervise-sandbox.ts",
      "server/sandbox/algos/backtest/record-process.ts",
      "server/sandbox/algos/backtest/study-updates.ts",
      "server/wiring/operator-console.ts",
    ];
    expect(unreviewed(/node:child_process/, reviewed)).toEqual([]);
    expect(
      unreviewed(
        /import \{[^}]*\b(?:exec|execSync|execFile|spawn|spawnSync)\b[^}]*\} from "node:child_process"/,
        [],
      ),
    ).toEqual([]);
  });

  it("build regular expressions only from constants or escaped text", () => {
    const reviewed = [
      // Matches field names, placeholders and example ids of the documentation.
      "app/docs/fields.ts",
      "app/docs/playground.ts",
      "app/format/fill-sample.ts",
      // Matches names of cookies.
      "app/http/choice-cookie.ts",
      // Patterns of route addresses, and push services in a setting; both are escaped.
      "server/render/page-rules.ts",
      "server/sandbox/apis/notifications/senders.ts",
    ];
    expect(unreviewed(/new RegExp\(/, reviewed)).toEqual([]);
  });

  it("insert unescaped HTML only in the listed places", () => {
    const reviewed = ["app/ui/code-box.tsx", "app/ui/json-ld.tsx", "app/frame/page-files.tsx"];
    const pattern = /dangerouslySetInnerHTML|\.innerHTML\b|insertAdjacentHTML|document\.write\(/;
    expect(unreviewed(pattern, reviewed)).toEqual([]);
  });
});

describe("browsers", () => {
  it("store only cookies: no localStorage, sessionStorage or indexedDB", () => {
    expect(filesWith(/\b(?:localStorage|sessionStorage|indexedDB)\b/)).toEqual([]);
  });

  it("receive no CORS header from the site", () => {
    expect(filesWith(/Access-Control-Allow/i)).toEqual([]);
  });

  it("receive messages only from the site's worker", () => {
    expect(filesWith(/window\.addEventListener\(\s*"message"|BroadcastChannel/)).toEqual([]);
  });
});

describe("connections", () => {
  it("always check certificates and use the strict parser", () => {
    expect(filesWith(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/)).toEqual([]);
    expect(filesWith(/insecureHTTPParser/)).toEqual([]);
  });
});

describe("cryptography", () => {
  it("is used only in files that the cryptographic inventory lists", () => {
    const inventory =
      readFileSync("server/operations/asvs.md", "utf8").split("## Cryptographic inventory")[1] ?? "";
    const users = filesWith(
      /\b(?:createHmac|createCipheriv|createDecipheriv|hkdfSync|scrypt\(|generateKeyPair(?:Sync)?|EncryptJWT|webPush\.|TOTP\(|(?<!\.)sign\(null|createPrivateKey)\b/,
    ).filter((file) => !file.startsWith("server/sdk/") && !file.startsWith("app/docs/"));
    expect(users.length).toBeGreaterThan(8);
    expect(users.filter((file) => !inventory.includes(`\`${file}\``))).toEqual([]);
  });

  it("hashes only with SHA-256 and SHA-384, except for file names and TOTP", () => {
    expect(filesWith(/create(?:Hash|Hmac)\(\s*"(?!sha256"|sha384")/)).toEqual([]);
    expect(filesWith(/"(?:md5|sha1|des|rc4|aes-\d+-(?:ecb|cbc|ctr))"/i)).toEqual([]);
  });

  it("creates random secrets with node:crypto, never with Math.random", () => {
    const reviewed = [
      "app/browser/connection.ts",
      "app/browser/reconnecting-socket.ts",
      "app/docs/collections.ts",
      "app/routes/docs.v2.playground.tsx",
      "server/protocol/trace.ts",
      "server/provider/catalogue-reader.ts",
      "server/relay/bus-connection.ts",
      "server/relay/orders/order-upstream.ts",
      "server/relay/prices/feed.ts",
    ];
    expect(unreviewed(/Math\.random/, reviewed)).toEqual([]);
  });
});

describe("the image", () => {
  it("runs as an unprivileged user", () => {
    expect(readFileSync("Dockerfile", "utf8")).toMatch(/^USER 10001:10001$/m);
  });

  it("contains a bill of materials, and no tests, development dependencies or history", () => {
    expect(readFileSync("Dockerfile", "utf8")).toMatch(/npm prune --omit=dev.*npm run --silent sbom/s);
    const ignored = readFileSync(".dockerignore", "utf8").trim().split("\n");
    expect(ignored[0]).toBe("*");
    expect(ignored.filter((line) => /git|tests/.test(line))).toEqual([]);
  });
});

it("TypeScript checks types strictly", () => {
  const { compilerOptions } = JSON.parse(readFileSync("tsconfig.json", "utf8")) as {
    compilerOptions: Record<string, unknown>;
  };
  expect(compilerOptions).toMatchObject({ strict: true, noUncheckedIndexedAccess: true });
});
