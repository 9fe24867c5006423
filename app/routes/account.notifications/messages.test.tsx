import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Messages } from "./messages.tsx";
import { messagesText } from "./text.ts";

const render = (done: string | null) =>
  renderToStaticMarkup(
    <Messages
      page="/account/notifications"
      settings={null}
      typed={null}
      faults={{}}
      message={null}
      done={done}
      xsrf=""
    />,
  );

it("shows the result of a saved form", () => {
  expect(render("chosen")).toMatch(/role="status"[^>]*>Saved\./);
});

it.each(["__proto__", "constructor", "nothing", null])("shows no result if `done` is %s", (done) => {
  expect(render(done)).not.toContain('role="status"');
});

it("states that no webhook is sent while its address is empty; the form has no fragment", () => {
  const choice = { push: false, email: false, webhook: true };
  const choices = { order: choice, reject: choice, limit: choice, manager: choice, state: choice };
  const withWebhook = (webhookUrl: string) =>
    renderToStaticMarkup(
      <Messages
        page="/account/notifications"
        settings={{
          push: { publicKey: null, devices: [] },
          email: { isOffered: false, address: null },
          webhook: { url: null, secret: null, lastSentAt: null, fault: null },
          choices,
          quietHours: null,
        }}
        typed={{ choices, isQuiet: false, hours: { from: "22:00", to: "08:00" }, webhookUrl }}
        faults={{}}
        message={null}
        done={null}
        xsrf=""
      />,
    );
  expect(withWebhook("")).toContain(messagesText.webhookNeeded);
  expect(withWebhook("")).toContain('action="/account/notifications"');
  expect(withWebhook("https://a.example/")).not.toContain(messagesText.webhookNeeded);
});
