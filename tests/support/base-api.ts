// The base API for contract tests, with a client's token: the API at CONTRACT_BASE_URL (personal operations need
// CONTRACT_ACCESS_TOKEN), or a separate sandbox, where the tests sign in.
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { SANDBOX_CLIENTS } from "../../server/sandbox/accounts/clients.ts";

type Listening = { kind: string; port: number; partnerId: string; partnerSecret: string };
// biome-ignore lint/suspicious/noExplicitAny: the tests inspect the parsed answers
export type CallResult = { status: number; body: any };

export type ContractApi = {
  /** True if the personal operations can be tested. */
  canCallPersonal: boolean;
  isSandbox: boolean;
  token: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<CallResult>;
  /** Endpoints of the sandbox in addition to the base API; null for other providers. */
  url: string;
  /** Returns another token of the same client. Works only with the sandbox. */
  signInAgain(): Promise<string>;
  close(): void;
};

/**
 * Environment variable that a run sets after a build. Sandboxes then start from the build, which takes less than half
 * the time of compiling.
 */
export const IS_BUILT = "TESTS_AFTER_BUILD";

export const forkSandbox = (settings: Record<string, unknown>): ChildProcess =>
  process.env[IS_BUILT] === undefined
    ? fork("server/sandbox/main.ts", [JSON.stringify(settings)], { execArgv: ["--import", "tsx"] })
    : fork("build/node/server/sandbox/main.js", [JSON.stringify(settings)], { execArgv: [] });

/** Opens the base API. A separate sandbox computes only records of algos that `settings` lists. */
export async function openBaseApi(settings: Record<string, unknown> = {}): Promise<ContractApi> {
  const named = process.env.CONTRACT_BASE_URL;
  if (named !== undefined) return contractApi(named, process.env.CONTRACT_ACCESS_TOKEN, null, () => {});
  const dataDir = mkdtempSync(join(tmpdir(), "contract-"));
  const sandbox = forkSandbox({ dataDir, port: 0, records: [], ...settings });
  const listening = await new Promise<Listening>((resolve, reject) => {
    sandbox.on("message", (message: Listening) => {
      if (message.kind === "listening") resolve(message);
    });
    sandbox.once("exit", (code) => reject(new Error(`the sandbox ended with ${code}`)));
  });
  return contractApi(`http://127.0.0.1:${listening.port}`, await signIn(listening), listening, () => {
    sandbox.removeAllListeners("exit");
    sandbox.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });
}

function contractApi(
  url: string,
  token: string | undefined,
  sandbox: Listening | null,
  close: () => void,
): ContractApi {
  return {
    async signInAgain() {
      if (sandbox === null) throw new Error("only the sandbox signs its client in by itself");
      return signIn(sandbox);
    },
    canCallPersonal: token !== undefined,
    isSandbox: process.env.CONTRACT_BASE_URL === undefined,
    token: token ?? "",
    url,
    async call(method, path, body, headers = {}) {
      const answer = await request(`${url}${path}`, {
        method: method as "GET",
        headers: {
          "access-token": token ?? "",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await answer.body.text();
      return { status: answer.statusCode, body: text === "" ? null : JSON.parse(text) };
    },
    close,
  };
}

async function signIn({ port, partnerId, partnerSecret }: Listening): Promise<string> {
  const auth = `http://127.0.0.1:${port}/auth`;
  const headers = { partner_id: partnerId, partner_secret: partnerSecret };
  const partner = async (path: string) =>
    (await request(`${auth}${path}`, { method: "POST", headers })).body.json() as Promise<
      Record<string, string>
    >;
  const { consentId = "" } = await partner("/partner/generate-consent");
  const [client] = SANDBOX_CLIENTS;
  const done = await request(`${auth}/consent-login`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      consentId,
      clientId: client?.id ?? "",
      step: "code",
      method: "pin",
      code: client?.pin ?? "",
    }).toString(),
  });
  const tokenId = new URL(String(done.headers.location), auth).searchParams.get("tokenId");
  await done.body.dump();
  return (await partner(`/partner/consume-consent?tokenId=${tokenId}`)).accessToken ?? "";
}
