// Finds a free port for servers that need a fixed one. It is below the system's ephemeral range, so no outgoing
// connection uses it before the server starts.
import { createServer } from "node:net";

const FIRST = 10_240;
/** Start of the ephemeral range on Linux. On other systems it starts at 49152. */
const END = 32_768;
const TRIES = 100;

export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = FIRST + Math.floor(Math.random() * (END - FIRST));
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port was found in ${TRIES} tries`);
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
