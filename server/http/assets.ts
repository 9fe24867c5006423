// Files as they are: hashed assets for a year, the rest of public/ for an hour, each with the compressed twins that the
// build made. An unknown file under /assets/ is a 404 here and never a page.
import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import sirv from "sirv";
import { Refusal } from "./refusal.ts";
import { SCRIPT_POLICY } from "./security-headers.ts";

const YEAR_S = 31_536_000;
const HOUR_S = 3_600;

export type Assets = {
  /** True when it answered. Throws Refusal for an unknown asset. */
  serve(request: IncomingMessage, response: ServerResponse, path: string): boolean;
};

export function createAssets(clientFolder: string): Assets {
  if (!existsSync(clientFolder)) return { serve: () => false };
  const files = sirv(clientFolder, {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    setHeaders(response, path) {
      // A worker lives by the policy of its own file: it may speak to this site and nobody else.
      if (path.endsWith(".js")) response.setHeader("Content-Security-Policy", SCRIPT_POLICY);
      const isHashed = path.startsWith("/assets/");
      response.setHeader(
        "Cache-Control",
        isHashed ? `public, max-age=${YEAR_S}, immutable` : `public, max-age=${HOUR_S}`,
      );
    },
  });
  return {
    serve(request, response, path) {
      const isRead = request.method === "GET" || request.method === "HEAD";
      if (!isRead || path === "/") return false;
      let wasFound = true;
      files(request, response, () => {
        wasFound = false;
      });
      if (!wasFound && path.startsWith("/assets/")) throw new Refusal(404, "There is no such file.");
      return wasFound;
    },
  };
}
