// A socket of the trading API as a program opens it, with the received messages in order and the close code.
import { WebSocket } from "ws";

export type OpenSocket = {
  got: Buffer[];
  send(message: unknown): void;
  /** Code of the close frame. */
  closed: Promise<number>;
  /** Reason of the close frame. */
  reason: Promise<string>;
  close(): void;
};

export async function openSocket(address: string, headers: Record<string, string> = {}): Promise<OpenSocket> {
  const socket = new WebSocket(address, { headers });
  const got: Buffer[] = [];
  socket.on("message", (data: Buffer) => got.push(data));
  const ended = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() })),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  socket.on("error", () => {});
  return {
    got,
    send: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    closed: ended.then(({ code }) => code),
    reason: ended.then(({ reason }) => reason),
    close: () => socket.terminate(),
  };
}
