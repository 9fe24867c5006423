// A viewer with a real socket, like a browser: it acknowledges once a second and stores the messages that it receives.
import { type ClientOptions, WebSocket } from "ws";
import {
  LIVE_PATH,
  LIVE_SUBPROTOCOL,
  type ServerMessage,
  type StateTable,
} from "../../app/contract/live/live.ts";
import type { Site } from "./site.ts";

export type LiveViewer = {
  socket: WebSocket;
  messages: ServerMessage[];
  closed: Promise<number>;
  states(): StateTable;
  price(key: string): number;
  send(message: unknown): void;
};

const ACK_EVERY_MS = 500;

/** Connects a viewer. Rejects with the status if the upgrade is refused. */
export function connectViewer(
  site: Pick<Site, "origin" | "port">,
  channels: string[],
  options: ClientOptions & { path?: string; protocol?: string } = {},
): Promise<LiveViewer> {
  const { path = LIVE_PATH, protocol = LIVE_SUBPROTOCOL, ...rest } = options;
  const socket = new WebSocket(`ws://127.0.0.1:${site.port}${path}`, protocol === "" ? [] : protocol, {
    origin: site.origin,
    ...rest,
  });
  const messages: ServerMessage[] = [];
  let seq = -1;
  let acked = -1;
  const acking = setInterval(() => {
    if (seq === acked || socket.readyState !== WebSocket.OPEN) return;
    acked = seq;
    socket.send(JSON.stringify(["a", seq]));
  }, ACK_EVERY_MS);
  const closed = new Promise<number>((resolve) =>
    socket.on("close", (code) => {
      clearInterval(acking);
      resolve(code);
    }),
  );
  socket.on("message", (data) => {
    const message = JSON.parse(data.toString()) as ServerMessage;
    messages.push(message);
    if (message[0] === "s") seq = message[1];
    if (message[0] === "q") seq = message[2];
  });
  const say = (message: unknown) => socket.send(JSON.stringify(message));
  return new Promise((resolve, reject) => {
    socket.on("unexpected-response", (_, response) => {
      clearInterval(acking);
      reject(Object.assign(new Error(`refused with ${response.statusCode}`), { response }));
      response.resume();
    });
    socket.on("error", (fault) => {
      clearInterval(acking);
      reject(fault);
    });
    socket.on("open", () => {
      say(["sub", channels]);
      resolve({
        socket,
        messages,
        closed,
        send: say,
        states() {
          const found = messages.findLast((message) => message[0] === "st" || message[0] === "s");
          return found?.[0] === "st" ? found[2] : found?.[0] === "s" ? found[5] : {};
        },
        price(key) {
          for (const message of messages.toReversed()) {
            const rows = message[0] === "s" ? message[3] : message[0] === "q" ? message[4] : [];
            const row = rows.find((candidate) => candidate[0] === key);
            if (row !== undefined) return row[1];
          }
          return 0;
        },
      });
    });
  });
}
