// Links to the pages of the account. The current one is marked. A brand can disable the page of events.
import type { ReactNode } from "react";
import { useIsDisabled } from "../ui/feature-link.tsx";
import { accountNavText as text } from "./text.ts";

const EVENTS_PATH = "/account/notifications";

const PAGES = [
  { path: "/algos/my-algos", title: text.portfolio },
  { path: "/algos/my-algos/positions", title: text.positions },
  { path: "/algos/my-algos/orders", title: text.orders },
  { path: "/algos/my-algos/statements", title: text.statements },
  { path: EVENTS_PATH, title: text.notifications },
] as const;

export type AccountPage = (typeof PAGES)[number]["path"];

/**
 * Returns the page in the navigation that an address belongs to. Null for an account page that the navigation does not
 * contain.
 */
export function findAccountPage(address: string): AccountPage | null {
  return PAGES.find(({ path }) => path === address.split("?")[0])?.path ?? null;
}

/** Renders a link to the page of events. Nothing if the brand disables that page. */
export function EventsLink(props: { search?: string; children: ReactNode }) {
  return useIsDisabled()(EVENTS_PATH) ? null : (
    <a href={`${EVENTS_PATH}${props.search ?? ""}`} className="link text-sm">
      {props.children}
    </a>
  );
}

export function AccountNav(props: { here: AccountPage | null }) {
  const isDisabled = useIsDisabled();
  return (
    <nav aria-label={text.account} className="account-nav no-print">
      {/* All five links fit on a phone. */}
      <ul>
        {PAGES.filter(({ path }) => !isDisabled(path)).map(({ path, title }) => (
          <li key={path}>
            <a href={path} aria-current={path === props.here ? "page" : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
