// A client with a different loopback address, so that the server counts it separately.
import { type Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect, type Socket } from "node:net";

export type Reply = { status: number; headers: IncomingHttpHeaders; text: string; tookMs: number };

/**
 * Sends a request from `from` (127.0.0.x) and reads the complete response. The status is 0 if the connection was
 * closed.
 */
export function requestFrom(
  from: string,
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent } = {},
): Promise<Reply> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const done = (status: number, headers: IncomingHttpHeaders, text: string) =>
      resolve({ status, headers, text, tookMs: performance.now() - startedAt });
    const call = request(
      {
        host: "127.0.0.1",
        port,
        path,
        localAddress: from,
        method: options.method ?? "GET",
        headers: { host: `127.0.0.1:${port}`, ...options.headers },
        agent: options.agent ?? false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => done(0, {}, ""));
        response.on("end", () =>
          done(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString()),
        );
      },
    );
    call.on("error", () => done(0, {}, ""));
    call.end(options.body);
  });
}

/** Opens a connection from `from` and writes `text`; `received` collects the response. */
export function connectFrom(
  from: string,
  port: number,
  text: string,
): { socket: Socket; received: () => string } {
  let got = "";
  const socket = connect({ host: "127.0.0.1", port, localAddress: from }, () => socket.write(text));
  socket.on("data", (chunk) => {
    got += chunk.toString("latin1");
  });
  socket.on("error", () => socket.destroy());
  return { socket, received: () => got };
}

/** Returns the quantile of the times at `share`. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
