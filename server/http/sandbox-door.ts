// What a browser needs of the sandbox, on the site's one port: requests below /sandbox/ that the sandbox serves are handed
// to its process, with the site's own rules about methods, origins and sizes before and its security headers after.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Agent, request as ask } from "undici";
import { readBody } from "./guard.ts";
import { Refusal } from "./refusal.ts";

const DOORS = ["/sandbox/auth/", "/sandbox/order-window"];
/** The sandbox's pages have forms and a style sheet, and no scripts. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const PASSED_BACK = ["content-type", "cache-control", "location", "retry-after"] as const;

export type SandboxDoor = {
  /** False for a path that is not one of the sandbox's. Throws Refusal. */
  answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean>;
};

export function createSandboxDoor(options: {
  /** Null while the sandbox is down. */
  baseUrl: () => string | null;
  limits: {
    formBodyBytes: number;
    formFields: number;
    providerAnswerWithinMs: number;
    providerAnswerBytes: number;
  };
}): SandboxDoor {
  const { limits } = options;
  const agent = new Agent({
    headersTimeout: limits.providerAnswerWithinMs,
    bodyTimeout: limits.providerAnswerWithinMs,
    maxResponseSize: limits.providerAnswerBytes,
  });
  return {
    async answer(request, response, url) {
      if (!DOORS.some((door) => (door.endsWith("/") ? url.pathname.startsWith(door) : url.pathname === door)))
        return false;
      // The partner's calls are between servers; they have no place on the public port.
      if (url.pathname.startsWith("/sandbox/auth/partner")) throw new Refusal(404, "There is no such page.");
      const baseUrl = options.baseUrl();
      if (baseUrl === null)
        throw new Refusal(503, "The sandbox is starting. Try again in a second.", { "Retry-After": "1" });
      const body = request.method === "POST" ? await readBody(request, limits) : null;
      let answer: Awaited<ReturnType<typeof ask>>;
      let content: Buffer;
      try {
        answer = await ask(`${baseUrl}${url.pathname.slice("/sandbox".length)}${url.search}`, {
          method: request.method === "POST" ? "POST" : "GET",
          dispatcher: agent,
          body,
          headers: body === null ? {} : { "content-type": "application/x-www-form-urlencoded" },
        });
        content = Buffer.from(await answer.body.arrayBuffer());
      } catch {
        throw new Refusal(503, "The sandbox does not answer just now. Try again in a second.", {
          "Retry-After": "1",
        });
      }
      response.statusCode = answer.statusCode;
      for (const name of PASSED_BACK) {
        const value = answer.headers[name];
        if (typeof value === "string") response.setHeader(name, value);
      }
      if (!response.hasHeader("cache-control")) response.setHeader("Cache-Control", "no-store");
      response.setHeader("Content-Security-Policy", PAGE_POLICY);
      response.setHeader("Content-Length", content.byteLength);
      response.end(request.method === "HEAD" ? undefined : content);
      return true;
    },
  };
}
