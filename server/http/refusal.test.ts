// Refuses a request whose body is still arriving.
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it } from "vitest";
import { Refusal, refusalBody, sendRefusal } from "./refusal.ts";

/** Larger than the buffers of client and server sockets, so the client can only finish if the server reads. */
const BODY_BYTES = 16 * 1_024 * 1_024;

it("delivers a 413 response to a client that reads only after sending its body", async () => {
  const refusal = new Refusal(413, "Too large.", { Connection: "close" });
  const server = createServer((_, response) =>
    sendRefusal(response, refusal, refusalBody(refusal, "text")),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`);
      socket.write(Buffer.alloc(BODY_BYTES), () => resolve());
    });
    let answer = "";
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text;
    });
    await once(socket, "close");
    expect(answer).toMatch(/^HTTP\/1.1 413 [\s\S]*Too large\.\n$/);
  } finally {
    socket.destroy();
    server.close();
  }
});
