// Headers that a rendered page adds to those of its route.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { type PageHeaders, RenderedPage } from "./rendered-page.ts";

async function headersOf(status: number, headers: PageHeaders = []) {
  const page = new RenderedPage(status, headers, Buffer.from("text"));
  const server = createServer((request, response) => void page.send(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await answer.text();
  server.closeAllConnections();
  server.close();
  return answer.headers;
}

it("lists the methods of a page that refuses a form with 405", async () => {
  expect((await headersOf(405)).get("allow")).toBe("GET, HEAD");
  expect((await headersOf(200)).get("allow")).toBeNull();
});

it("adds Retry-After to a 429 response that has no such header", async () => {
  expect((await headersOf(429)).get("retry-after")).toBe("60");
  expect((await headersOf(429, [["retry-after", "7"]])).get("retry-after")).toBe("7");
});
