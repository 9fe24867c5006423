import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Messages } from "./messages.tsx";

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
