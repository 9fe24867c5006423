// What a loader found, together with headers of its answer (a cookie, a cache rule) or another status.
import type { TypedResponse } from "@remix-run/node";
import type { DataAnswer } from "../wire/data-answer.ts";

/** Is written as JSON only if somebody reads it: a page on the server takes the data themselves. */
export function withHeaders<Data extends object>(
  data: Data,
  init: ResponseInit,
): DataAnswer<Data> & TypedResponse<Data> {
  const body = new ReadableStream<Uint8Array>(
    {
      pull(stream) {
        stream.enqueue(new TextEncoder().encode(JSON.stringify(data)));
        stream.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = new Headers(init.headers);
  headers.set("Content-Type", "application/json; charset=utf-8");
  return Object.assign(new Response(body, { ...init, headers }), { data }) as DataAnswer<Data> &
    TypedResponse<Data>;
}
