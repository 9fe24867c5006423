// Reference of the order benchmark: a bare node:http server that commits each request's body to SQLite in a separate
// transaction, with the sandbox's durability settings, and returns an order id. Runs as a separate process; its
// argument is the store's file.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Database from "libsql";

const [file = ""] = process.argv.slice(2);
const db = new Database(file);
db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
db.exec("CREATE TABLE orders (id INTEGER PRIMARY KEY AUTOINCREMENT, document TEXT NOT NULL) STRICT");

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const document = Buffer.concat(chunks).toString();
    JSON.parse(document);
    db.exec("BEGIN IMMEDIATE");
    const { lastInsertRowid } = db.prepare("INSERT INTO orders (document) VALUES (?)").run(document);
    db.exec("COMMIT");
    const body = JSON.stringify({ orderId: String(lastInsertRowid), orderStatus: "TRADED" });
    response.writeHead(200, { "Content-Type": "application/json" }).end(body);
  });
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit(0));
