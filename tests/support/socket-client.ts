// A socket of the trading API as a program opens it, with the received messages in order and the close code.
import { WebSocket } from "ws";

export type OpenSocket = {
  got: Buffer[];
  send(message: unknown): void;
  /** Close code. */
  closed: Promise<number>;
  close(): void;
};

export async function openSocket(address: string): Promise<OpenSocket> {
  const socket = new WebSocket(address);
  const got: Buffer[] = [];
  socket.on("message", (data: Buffer) => got.push(data));
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  socket.on("error", () => {});
  return {
    got,
    send: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    closed,
    close: () => socket.terminate(),
  };
}
