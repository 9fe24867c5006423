// Boundaries of HTTP messages: ambiguous framing is refused and the connection is closed, so that no hidden second
// request is accepted.
import { connect } from "node:net";
import { beforeAll, expect, it } from "vitest";
import { sharedSite } from "../support/shared-site.ts";
import type { Site } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

/** Sends bytes and returns the statuses of all responses until the connection ends or is silent for a second. */
function statusesOf(text: string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(site.port, "127.0.0.1", () => socket.write(text, "latin1"));
    let received = "";
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    socket.on("error", (fault) => (received === "" ? reject(fault) : undefined));
    socket.on("close", () =>
      resolve([...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))),
    );
  });
}

const SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
const post = (path: string, headers: string[], body: string) =>
  `POST ${path} HTTP/1.1\r\n${["Host: 127.0.0.1", "Content-Type: application/x-www-form-urlencoded", ...headers].join("\r\n")}\r\n\r\n${body}`;
const CHUNKED = "Transfer-Encoding: chunked";

for (const path of ["/theme", "/sandbox/portal/sign-in", "/sandbox/v2/orders"])
  it.each([
    ["Content-Length and chunked", ["Content-Length: 5", CHUNKED], `0\r\n\r\n${SMUGGLED}`],
    [
      "chunked and Content-Length",
      [CHUNKED, `Content-Length: ${SMUGGLED.length + 5}`],
      `0\r\n\r\n${SMUGGLED}`,
    ],
    ["two lengths", ["Content-Length: 0", `Content-Length: ${SMUGGLED.length}`], SMUGGLED],
    ["a list of lengths", [`Content-Length: 0, ${SMUGGLED.length}`], SMUGGLED],
    ["a signed length", ["Content-Length: +0"], SMUGGLED],
    ["chunked that is not last", ["Transfer-Encoding: chunked, identity"], `0\r\n\r\n${SMUGGLED}`],
    ["chunked after a space", ["Transfer-Encoding : chunked"], `0\r\n\r\n${SMUGGLED}`],
    ["an invalid chunk size", [CHUNKED], `0x5\r\nabcde\r\n0\r\n\r\n${SMUGGLED}`],
    ["a chunk longer than its size", [CHUNKED], `1\r\nabc\r\n0\r\n\r\n${SMUGGLED}`],
    ["a line that is folded", ["X-Folded: a", " Content-Length: 5"], SMUGGLED],
    ["a bare line feed", ["X-One: 1\nContent-Length: 0"], SMUGGLED],
  ] as [string, string[], string][])(
    `refuses %s at ${path}, and ignores a second request in the same bytes`,
    async (_, headers, body) => {
      const statuses = await statusesOf(post(path, headers, body));
      expect(statuses.slice(0, 1)).toEqual([400]);
      expect(statuses).toHaveLength(1);
    },
  );

it("responds to each of two correctly delimited requests on one connection", async () => {
  const request = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  expect(await statusesOf(request + request)).toHaveLength(2);
});
