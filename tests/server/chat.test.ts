// The chat by forms: it replies with the site's texts, passes other questions to support, and belongs to one browser.
// If it fails, the support page still works.
import { parse } from "node-html-parser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SANDBOX_CLIENTS } from "../../server/sandbox/accounts/clients.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const messages = (html: string) =>
  parse(html)
    .querySelectorAll('section[aria-labelledby="chat"] li')
    .map((item) => item.text.replace(/\s+/g, " "));

it("the chat answers a question, links to a page, and continues the conversation", async () => {
  const reader = new TestUser(site);
  const sent = await reader.post("/support", { text: "How much money do I need at least?", after: "0" });
  expect([sent.status, sent.headers.location]).toEqual([303, "/support#last"]);
  const page = await reader.get("/support");
  expect(page.headers["cache-control"]).toBe("no-store");
  expect(messages(page.text)).toHaveLength(2);
  expect(messages(page.text)[1]).toMatch(/^Answer.*minimum amount/i);
  await reader.post("/support", { text: "What does Ridgeline Condor do?", after: "2" });
  const next = messages((await reader.get("/support")).text);
  expect(next).toHaveLength(4);
  expect(next[3]).toContain("Ridgeline Condor");
});

it("the chat shows a message that was sent twice only once", async () => {
  const reader = new TestUser(site);
  await reader.post("/support", { text: "How do I sign in?", after: "0" });
  for (let twice = 0; twice < 2; twice += 1)
    await reader.post("/support", { text: "Who runs the algos?", after: "2" });
  expect(messages((await reader.get("/support")).text)).toHaveLength(4);
});

it("the chat gives a reference number for a question that it cannot answer", async () => {
  const reader = new TestUser(site);
  await reader.post("/support", { text: "Xylophone quartet bookings in Shimla?", after: "0" });
  expect(messages((await reader.get("/support")).text)[1]).toMatch(/I don't know.*Your reference is S-/);
});

it("the chat shows a conversation, with markup escaped, only in its own browser", async () => {
  const reader = new TestUser(site);
  await reader.post("/support", { text: "<img src=x onerror=alert(1)> secret", after: "0" });
  const own = (await reader.get("/support")).text;
  expect(own).toContain("&lt;img src=x");
  expect(own).not.toContain("<img src=x");
  expect((await site.get("/support")).text).not.toContain("secret");
  expect((await site.get("/support", { cookie: "chat=forged" })).text).not.toContain("secret");
});

it("the chat hides a client's conversation after sign-out and from other clients", async () => {
  const reader = new TestUser(site);
  await reader.signIn();
  const page = await reader.get("/support");
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  await reader.post("/support", { xsrf, text: "A secret of Asha", after: "0" });
  expect((await reader.get("/support")).text).toContain("A secret of Asha");
  const chat = reader.cookies.get("chat") ?? "";
  await reader.post("/logout", { xsrf });
  expect(reader.cookies.has("chat")).toBe(false);
  reader.cookies.set("chat", chat);
  expect((await reader.get("/support")).text).not.toContain("A secret of Asha");
  await reader.signIn("/login", SANDBOX_CLIENTS[1]);
  expect((await reader.get("/support")).text).not.toContain("A secret of Asha");
});

it.each([
  ["", 422],
  ["   ", 422],
  ["x".repeat(1_001), 422],
])("an empty, blank or too long chat message is refused with 422 (case %#)", async (text, status) => {
  const answer = await new TestUser(site).post("/support", { text, after: "0" });
  expect(answer.status).toBe(status);
  expect(parse(answer.text).querySelector("#chat-text")?.text.trim()).toBe(text.trim());
});

it("the chat limits messages per minute and address", async () => {
  const busy = await startSite();
  try {
    const reader = new TestUser(busy);
    let last = 0;
    for (let count = 0; count < 32; count += 1)
      last = (await reader.post("/support", { text: `Question ${count}`, after: String(count * 2) })).status;
    expect(last).toBe(429);
  } finally {
    await busy.stop();
  }
});

it("the chat page returns the typed text with 503 while the chat service is down", async () => {
  const away = await startSite({ CHAT_URL: "http://127.0.0.1:9" });
  try {
    expect((await away.get("/support")).status).toBe(200);
    const answer = await new TestUser(away).post("/support", { text: "Anybody there?", after: "0" });
    expect(answer.status).toBe(503);
    expect(parse(answer.text).querySelector("#chat-text")?.text.trim()).toBe("Anybody there?");
  } finally {
    await away.stop();
  }
});
