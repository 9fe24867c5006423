// Mail sending with nodemailer: text must not become a header, a recipient or a command.
import { afterEach, beforeEach, expect, it } from "vitest";
import { startMailServer } from "../../../../tests/support/receivers.ts";
import { createMailSender } from "./senders.ts";

let server: Awaited<ReturnType<typeof startMailServer>>;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.stop());

it("line breaks in subject, text or recipient inject no header or SMTP command", async () => {
  const faults: string[] = [];
  const sender = createMailSender({
    url: server.url,
    from: "notices@example.com",
    choicesUrl: null,
    onFault: (words) => faults.push(words),
  });
  const injected = "x\r\nBcc: victim@example.com\r\n\r\n.\r\nMAIL FROM:<victim@example.com>";
  await sender.send("reader@example.com", { subject: injected, text: injected });
  const mail = { subject: "s", text: "t" };
  for (const to of [
    "reader@example.com\r\nRCPT TO:<victim@example.com>",
    "reader@example.com, victim@example.com",
    "reader@example.com>,<victim@example.com",
  ])
    expect(await sender.send(to, mail)).toBe("refused");
  expect(faults).toHaveLength(3);
  sender.close();
  expect(server.mails.length).toBe(1);
  for (const { from, to, text } of server.mails) {
    expect([from, to.filter((address) => address === "victim@example.com")]).toEqual([
      "notices@example.com",
      [],
    ]);
    const [headers = ""] = text.split("\r\n\r\n");
    expect(headers).not.toMatch(/^(?:Bcc|MAIL)/im);
  }
});

it("marks a mail for retry after a refused sign-in, not after a refused message", async () => {
  const send = async (url: string) => {
    const sender = createMailSender({ url, from: "a@example.com", choicesUrl: null, onFault: () => {} });
    const outcome = await sender.send("reader@example.com", { subject: "s", text: "t" });
    sender.close();
    return outcome;
  };
  // The test server has no account with this password.
  expect(await send(server.url.replace("smtp://", "smtp://user:wrong@"))).toBe("later");
  server.refuse(550);
  expect(await send(server.url)).toBe("refused");
});
