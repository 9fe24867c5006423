// Serves the built files from memory: files with a hash in their address are cacheable for a year, others for an hour,
// each with its compressed variants. The files (about 2 MB) are read once at the start, so an aborted request cannot
// leak a file handle. An unknown path below /assets/ gets a 404 without an HTML page.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, relative, sep } from "node:path";
import { lookup } from "mrmime";
import parseRange from "range-parser";
import { chooseEncoding, type Encoding, formatEtag, isSameTag } from "../render/encoding.ts";
import { Refusal } from "./refusal.ts";
import { SCRIPT_POLICY } from "./security-headers.ts";

const YEAR_S = 31_536_000;
const HOUR_S = 3_600;
const COMPRESSED_SUFFIXES: readonly [suffix: string, encoding: Encoding][] = [
  [".br", "br"],
  [".gz", "gzip"],
];

export type Assets = ReturnType<typeof createAssets>;

type File = { type: string; hash: string; tag: string; isHashed: boolean; bodies: Map<Encoding, Buffer> };

/** Loads the files of a folder whose paths match `served`. No other path is served. */
export function createAssets(clientFolder: string, served = /^\//) {
  const files = existsSync(clientFolder) ? readFiles(clientFolder, served) : new Map<string, File>();
  let brandFiles = new Map<string, File>();
  return {
    /** Replaces the brand's files. */
    setBrandFiles(bodies: ReadonlyMap<string, Buffer>) {
      brandFiles = new Map(
        [...bodies].map(([path, body]) => [path, createAssetFile(path, new Map([["identity", body]]))]),
      );
    },
    /** Sends the file of a path. Returns false if there is none. Throws Refusal for an unknown asset. */
    serve(request: IncomingMessage, response: ServerResponse, path: string): boolean {
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      const file = brandFiles.get(path) ?? files.get(path);
      if (file === undefined) {
        if (path.startsWith("/assets/")) throw new Refusal(404, (text) => text.noFile);
        return false;
      }
      send(request, response, file);
      return true;
    },
    /** Returns the public path of the first file that matches, or null. */
    find: (pattern: RegExp): string | null => [...files.keys()].find((path) => pattern.test(path)) ?? null,
  };
}

function readFiles(folder: string, served: RegExp): Map<string, File> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = new Map<string, File>();
  for (const path of paths) {
    if (
      COMPRESSED_SUFFIXES.some(
        ([suffix]) => path.endsWith(suffix) && paths.includes(path.slice(0, -suffix.length)),
      )
    )
      continue;
    const url = `/${relative(folder, path).split(sep).join("/")}`;
    if (!served.test(url)) continue;
    const body = readFileSync(path);
    const bodies = new Map<Encoding, Buffer>();
    for (const [suffix, encoding] of COMPRESSED_SUFFIXES)
      if (paths.includes(`${path}${suffix}`)) bodies.set(encoding, readFileSync(`${path}${suffix}`));
    bodies.set("identity", body);
    files.set(url, createAssetFile(url, bodies));
  }
  return files;
}

function createAssetFile(url: string, bodies: Map<Encoding, Buffer>): File {
  const type = lookup(url === "/favicon.ico" ? "/favicon.svg" : url) ?? "application/octet-stream";
  const digest = createHash("sha256")
    .update(bodies.get("identity") ?? "")
    .digest();
  return {
    type: /^text\/|javascript$|json$|svg\+xml$/.test(type) ? `${type}; charset=utf-8` : type,
    hash: digest.toString("hex"),
    tag: digest.toString("base64url").slice(0, 27),
    isHashed: url.startsWith("/assets/"),
    bodies,
  };
}

/**
 * Returns the Cache-Control header: a year if the address contains the file's hash, otherwise an hour. A brand's file
 * has the start of its hash in the query parameter `v`.
 */
function cacheRule(request: IncomingMessage, { hash, isHashed }: File): string {
  const [, version] = /\?v=([0-9a-f]{10,})$/.exec(request.url ?? "") ?? [];
  const isFinal = isHashed || (version !== undefined && hash.startsWith(version));
  return isFinal ? `public, max-age=${YEAR_S}, immutable` : `public, max-age=${HOUR_S}`;
}

function send(request: IncomingMessage, response: ServerResponse, file: File): void {
  const isPart = request.headers.range !== undefined && isRangeValid(request, file.tag);
  // Byte ranges are positions in the uncompressed file.
  const encoding = isPart ? "identity" : chooseEncoding(request, [...file.bodies.keys()]);
  const body = file.bodies.get(encoding) ?? Buffer.alloc(0);
  response.setHeader("Content-Type", file.type);
  response.setHeader("Cache-Control", cacheRule(request, file));
  response.setHeader("ETag", formatEtag(file.tag, encoding));
  response.setHeader("Accept-Ranges", "bytes");
  if (file.bodies.size > 1) response.setHeader("Vary", "Accept-Encoding");
  // The policy of a script file also applies to workers started from it. It allows connections only to this site.
  if (file.type.startsWith("text/javascript")) response.setHeader("Content-Security-Policy", SCRIPT_POLICY);
  if (isSameTag(request.headers["if-none-match"], file.tag)) {
    response.statusCode = 304;
    response.removeHeader("Content-Type");
    response.end();
    return;
  }
  if (isPart) {
    sendPart(request, response, body);
    return;
  }
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", body.byteLength);
  response.end(request.method === "HEAD" ? undefined : body);
}

/**
 * Responds to a request for one range with 206, or with 416 if the range is outside the file. A request for several
 * ranges gets the complete file, as RFC 9110 §14.2 allows.
 */
function sendPart(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const ranges = parseRange(body.byteLength, request.headers.range ?? "", { combine: true });
  const [range] = Array.isArray(ranges) ? ranges : [];
  if (ranges === -1) {
    response.statusCode = 416;
    response.setHeader("Content-Range", `bytes */${body.byteLength}`);
    response.setHeader("Content-Length", 0);
    response.end();
    return;
  }
  const isOne =
    Array.isArray(ranges) && ranges.type === "bytes" && ranges.length === 1 && range !== undefined;
  const part = isOne ? body.subarray(range.start, range.end + 1) : body;
  if (isOne) {
    response.statusCode = 206;
    response.setHeader("Content-Range", `bytes ${range.start}-${range.end}/${body.byteLength}`);
  }
  response.setHeader("Content-Length", part.byteLength);
  response.end(request.method === "HEAD" ? undefined : part);
}

/** True if the Range header applies: only for GET, and with If-Range only if its ETag is that of the current file. */
function isRangeValid(request: IncomingMessage, tag: string): boolean {
  const condition = request.headers["if-range"];
  return request.method === "GET" && (condition === undefined || condition === formatEtag(tag, "identity"));
}
