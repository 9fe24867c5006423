// The playground's event stream: each socket that its form offers can be opened.
import { expect, it } from "vitest";
import type { PlaygroundStream } from "../../app/context.ts";
import { createPlaygroundStream } from "./playground-stream.ts";

const STREAMS = {
  ...{ ticker: true, quote: true, full: true, depth: true, depth200: true, orders: true },
} satisfies Record<PlaygroundStream, true>;

it.each(Object.keys(STREAMS))("opens the socket %s", async (stream) => {
  const opened: string[] = [];
  const server = createPlaygroundStream({
    accountOf: async () => ({ clientId: "1000000001", token: "t" }),
    hear: async (_, what) => void opened.push(what.stream),
    limits: {} as never,
  });
  const response = { destroyed: false, writableLength: 0, once() {}, writeHead() {}, write() {}, end() {} };
  await server.answer(
    ...([{ method: "POST", headers: {} }, response] as never as [never, never]),
    new URL("http://localhost/docs/v2/playground/stream"),
    "203.0.113.7",
    { receive: async <T>() => Buffer.from(`stream=${stream}`) as T },
  );
  expect(opened).toEqual([stream]);
});
