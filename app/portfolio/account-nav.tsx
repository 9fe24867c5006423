// The pages of the account beside one another, as links; the present one is marked.
const PAGES = [
  { path: "/algos/my-algos", title: "Portfolio" },
  { path: "/algos/my-algos/positions", title: "Positions" },
  { path: "/algos/my-algos/orders", title: "Orders" },
  { path: "/algos/my-algos/statements", title: "Statements" },
  { path: "/account/notifications", title: "Notifications" },
] as const;

export type AccountPage = (typeof PAGES)[number]["path"];

export function AccountNav(props: { here: AccountPage }) {
  return (
    <nav aria-label="Account" className="account-nav no-print">
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
