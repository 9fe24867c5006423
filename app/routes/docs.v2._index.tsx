// The documentation's start: what there is, how access works, and what is not open yet. Needs no provider.
import type { MetaFunction } from "@remix-run/node";
import { DocsFrame, docsPath } from "../docs/docs-frame.tsx";
import { DOCS_PAGES } from "../docs/pages.ts";
import { formatCount } from "../format/rupees.ts";
import { API_CONSTANTS } from "../trading-apis/audiences.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "API documentation, version 2",
    description:
      "Seventeen pages on orders, portfolio, funds, market data and feeds: what each API does and the calls it has, with the limits that hold.",
    path: "/docs/v2/",
  });

export default function Docs() {
  return (
    <DocsFrame current={null}>
      <PageHeader
        title="API documentation"
        lead="Version 2. REST with JSON for calls, sockets for prices and order updates. Each page opens with what its API does and lists its operations."
      />
      <section aria-labelledby="pages">
        <h2 id="pages" className="text-xl">
          All pages
        </h2>
        <ul className="mt-4 grid gap-x-8 sm:grid-cols-2">
          {DOCS_PAGES.map((page) => (
            <li key={page.id} className="border-t border-line py-3">
              <a href={docsPath(page)} className="link font-semibold">
                {page.title}
              </a>
              <p className="text-sm text-ink-muted">{page.description}</p>
            </li>
          ))}
        </ul>
      </section>
      <div className="prose mt-6">
        <h2 id="access">Access</h2>
        <p>
          The trading APIs carry no monthly fee. Every call bears an access token in the{" "}
          <code>access-token</code> header; market quotes and the option chain also ask for your client id in{" "}
          <code>client-id</code>. A token belongs to one client and ends after a day.
        </p>
        <p>
          An individual creates a token in the account. A partner sends customers through a consent login: the
          customer signs in with the provider, and the partner receives a token id to exchange for the token,
          server to server.
        </p>
        <p>
          Calls that write orders must come from a static IP address registered for the client. Reading needs
          none.
        </p>
        <h2 id="limits">Limits</h2>
        <ul>
          <li>
            {API_CONSTANTS.ordersPerSecond} orders a second, {formatCount(API_CONSTANTS.ordersPerDay)} order
            requests a day.
          </li>
          <li>{API_CONSTANTS.modificationsPerOrder} modifications of one order.</li>
          <li>{API_CONSTANTS.ohlcPerSecond} OHLC requests a second.</li>
          <li>Five feed connections a user, 5,000 instruments a connection, 100 a subscribe message.</li>
        </ul>
        <h2 id="sandbox">Sandbox</h2>
        <p>
          The sandbox stands in for the whole service with the same rules and limits and no money in it. In
          this version it keeps the marketplace's catalogue; its trading API is not open yet.
        </p>
        <h2 id="developer-portal">Developer portal</h2>
        <p>
          Keys, tokens and postback addresses for sandbox accounts. It opens together with the sandbox's
          trading API.
        </p>
        <h2 id="playground">API playground</h2>
        <p>
          A form for every operation that the server sends to the sandbox. It opens together with the
          sandbox's trading API.
        </p>
      </div>
    </DocsFrame>
  );
}
