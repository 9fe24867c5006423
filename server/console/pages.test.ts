// The console's list of enquiries has a link to older ones.
import { expect, it } from "vitest";
import { PAGES, type RenderConsolePage } from "./pages.ts";

const enquiry = {
  name: "Meera",
  email: "m@example.com",
  organisation: "",
  audience: "fintechs",
  message: "Text",
};

it.each([
  ["", null],
  ["?before=ENQ-000201", "ENQ-000201"],
  ["?before=<b>", null],
])("lists enquiries for the query “%s”", async (query, before) => {
  const requested: (string | null)[] = [];
  const list = async (reference: string | null) => {
    requested.push(reference);
    return [{ reference: "ENQ-000007", at: "2026-11-20T06:00:00.000Z", enquiry }];
  };
  const services = { enquiries: { list, waiting: () => 0 }, controls: { get: () => null } };
  const address = new URL(`http://console/console/enquiries${query}`);
  const parts = { session: { xsrf: "x" }, services, address } as unknown as Parameters<RenderConsolePage>[0];
  const { text } = await PAGES.enquiries(parts);
  expect(requested).toEqual([before]);
  expect(text).toContain('href="/console/enquiries?before=ENQ-000007"');
  expect(text).toContain(`name="before" value="${before ?? ""}"`);
});
