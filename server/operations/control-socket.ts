// Channel between an operator's command and the process that uses a data folder: a Unix socket in that folder,
// accessible only to its owner. Each connection transfers one command and one reply, each as a line of JSON.
import { chmodSync, rmSync } from "node:fs";
import { createConnection, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { z } from "zod";

/** Maximum length in bytes of a socket's path, without the terminating zero byte. */
const MAX_SOCKET_PATH_BYTES = 107;
const COMMAND_BYTES = 64 * 1_024;
const COMMAND_WITHIN_MS = 5_000;
const FILE = "control.sock";

const replySchema = z.object({ fault: z.string().nullable() });

/** Thrown if a command failed. The message is for the operator. */
export class CommandError extends Error {}

export type ControlSocket = { close(): Promise<void> };

export function controlPath(dataDir: string): string {
  return join(dataDir, FILE);
}

/**
 * Accepts commands until closed. The caller must have locked the folder. An existing socket file is then left over from
 * a killed process, and is removed. `run` executes a command, and throws with a message for the operator. Returns null
 * if the folder's path is too long for a socket.
 */
export async function listenForCommands(
  dataDir: string,
  run: (command: unknown) => Promise<void>,
): Promise<ControlSocket | null> {
  const path = controlPath(dataDir);
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES) return null;
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    answer(socket, run).catch(() => socket.destroy());
  });
  server.maxConnections = 4;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function answer(socket: Socket, run: (command: unknown) => Promise<void>): Promise<void> {
  let fault: string | null = null;
  try {
    await run(JSON.parse(await readLine(socket, COMMAND_WITHIN_MS)));
  } catch (thrown) {
    fault = thrown instanceof Error ? thrown.message : String(thrown);
  }
  socket.end(`${JSON.stringify({ fault })}\n`);
}

/**
 * Sends a command. Returns false if no process listens. Throws CommandError with the reply's message if the command
 * failed.
 */
export async function sendCommand(dataDir: string, command: object, withinMs: number): Promise<boolean> {
  const path = controlPath(dataDir);
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES) return false;
  const socket = await connect(path);
  if (socket === null) return false;
  try {
    socket.write(`${JSON.stringify(command)}\n`);
    const { fault } = replySchema.parse(JSON.parse(await readLine(socket, withinMs)));
    if (fault !== null) throw new CommandError(fault);
    return true;
  } finally {
    socket.destroy();
  }
}

function connect(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    socket.once("connect", () => resolve(socket));
    socket.once("error", (fault: NodeJS.ErrnoException) => {
      if (["ENOENT", "ECONNREFUSED", "ENOTDIR"].includes(fault.code ?? "")) resolve(null);
      else reject(fault);
    });
  });
}

function readLine(socket: Socket, withinMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const timer = setTimeout(
      () => reject(new CommandError(`no response within ${withinMs / 1_000} s`)),
      withinMs,
    );
    const stop = (fault: Error) => {
      clearTimeout(timer);
      reject(fault);
    };
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      text += chunk;
      if (text.length > COMMAND_BYTES) return stop(new CommandError("the command is too long"));
      const end = text.indexOf("\n");
      if (end < 0) return;
      clearTimeout(timer);
      resolve(text.slice(0, end));
    });
    socket.on("error", stop);
    socket.on("close", () => stop(new CommandError("the site stopped before it responded")));
  });
}
