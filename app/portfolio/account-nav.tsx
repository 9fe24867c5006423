// Links to the pages of the account. The current one is marked.
import { accountNavText as text } from "./text.ts";

const PAGES = [
  { path: "/algos/my-algos", title: text.portfolio },
  { path: "/algos/my-algos/positions", title: text.positions },
  { path: "/algos/my-algos/orders", title: text.orders },
  { path: "/algos/my-algos/statements", title: text.statements },
  { path: "/account/notifications", title: text.notifications },
] as const;

export type AccountPage = (typeof PAGES)[number]["path"];

/**
 * Returns the page in the navigation that an address belongs to. Null for an account page that the navigation does not
 * contain.
 */
export function accountPageOf(address: string): AccountPage | null {
  return PAGES.find(({ path }) => path === address.split("?")[0])?.path ?? null;
}

export function AccountNav(props: { here: AccountPage | null }) {
  return (
    <nav aria-label={text.account} className="account-nav no-print">
      <ul>
        {PAGES.map(({ path, title }) => (
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
