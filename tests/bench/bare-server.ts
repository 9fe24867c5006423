// Reference of the page benchmark: a bare node:http server that sends one body with the same headers as the site's
// page. Runs as a separate process; its arguments are the body's file and the headers.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const [file = "", headersJson = "{}"] = process.argv.slice(2);
const body = readFileSync(file);
const headers = JSON.parse(headersJson) as Record<string, string>;

const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body);
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit(0));
