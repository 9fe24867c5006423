import { expect, it } from "vitest";
import { routePage } from "../../tests/support/submit-form.tsx";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { AccountNav, EventsLink } from "./account-nav.tsx";

it.each([true, false])("links to the events page if the brand offers it: %s", async (notifications) => {
  const site = { ...DEFAULT_SITE, features: { ...DEFAULT_SITE.features, notifications } };
  const page = () => (
    <>
      <AccountNav here="/algos/my-algos" />
      <EventsLink search="?mode=live">All events</EventsLink>
    </>
  );
  const { html } = await routePage("/", { loader: () => ({ site }), default: page }, {}, "root").get("/");
  const links = html.querySelectorAll("a").map((link) => link.getAttribute("href"));
  expect(links).toHaveLength(notifications ? 6 : 4);
  expect(links.filter((href) => href?.startsWith("/account/notifications"))).toEqual(
    notifications ? ["/account/notifications", "/account/notifications?mode=live"] : [],
  );
});
