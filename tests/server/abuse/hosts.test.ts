// Foreign host names and headers: if PUBLIC_ORIGIN is set, the site accepts only that host. Health checks accept any
// host, because probes connect by address.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectFrom } from "../../support/other-address.ts";
import { type Site, startSite, until } from "../../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite({ PUBLIC_ORIGIN: "https://www.broker.example" });
});
afterAll(() => site.stop());

describe("with PUBLIC_ORIGIN set", () => {
  it.each([
    ["www.broker.example", 200],
    ["WWW.Broker.example", 200],
    ["www.broker.example:443", 200],
    ["www.broker.example:8443", 421],
    ["broker.example", 421],
    ["evil.example", 421],
    ["localhost", 421],
    ["127.0.0.1", 421],
    ["www.broker.example.evil.example", 421],
    ["www.broker.example@evil.example", 400],
  ])("a request with Host %j gets %d", async (host, status) => {
    const answer = await site.get("/trading-apis", { host });
    expect(answer.status).toBe(status);
    if (status === 421) expect(answer.text).toContain("https://www.broker.example");
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
  });

  it("health checks succeed with any host name", async () => {
    expect((await site.get("/healthz", { host: "10.0.0.9" })).status).toBe(200);
    expect((await site.get("/readyz", { host: "" })).status).toBe(200);
  });

  it.each(["/live", "/orders", "/sandbox/order-update"])(
    "a WebSocket request at %s with an unknown host name gets 421",
    async (path) => {
      const { received, socket } = connectFrom(
        "127.0.0.1",
        site.port,
        `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nOrigin: https://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
      );
      await until(
        async () => received(),
        (text) => text.startsWith("HTTP/1.1 421") && text.includes("Content-Security-Policy:"),
        5_000,
      );
      socket.destroy();
    },
  );
});

it.each([
  ["text that is not HTTP", "rubbish\r\n\r\n", 400],
  ["headers above the size limit", `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`, 431],
])("the refusal of %s has the site's security headers", async (_, bytes, status) => {
  const { received, socket } = connectFrom("127.0.0.1", site.port, bytes);
  await until(
    async () => received(),
    (text) =>
      text.startsWith(`HTTP/1.1 ${status}`) && text.includes("Content-Security-Policy: default-src 'none'"),
    5_000,
  );
  socket.destroy();
  expect(site.process.exitCode).toBeNull();
});
