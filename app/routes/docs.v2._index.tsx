// The documentation's start: what there is, how access works, and where to begin. Needs no provider.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DocsFrame } from "../docs/docs-frame.tsx";
import { docsPath } from "../docs/docs-path.ts";
import { SHARED_BY_LANGUAGE } from "../docs/language.ts";
import { docsPages } from "../docs/pages.ts";
import { placeOf } from "../docs/place.ts";
import { formatCount } from "../format/rupees.ts";
import { API_CONSTANTS } from "../trading-apis/audiences.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import type { PageHandle } from "../wire/page-handle.ts";

export const handle: PageHandle = { shared: SHARED_BY_LANGUAGE };

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "API documentation, version 2",
    description:
      "Orders, portfolio, funds, market data and feeds: what each API does, every call with samples, fields and faults.",
    path: "/docs/v2/",
  });

export function loader({ request, context }: LoaderFunctionArgs) {
  return { hasSandbox: placeOf(context, request).hasSandbox };
}

export default function Docs() {
  const { hasSandbox } = useLoaderData<typeof loader>();
  return (
    <DocsFrame current={null} hasSandbox={hasSandbox}>
      <PageHeader
        title="API documentation"
        lead="Version 2. REST with JSON for calls, sockets for prices and order updates. Every call has samples that run as they stand."
      />
      <section aria-labelledby="pages">
        <h2 id="pages" className="text-xl">
          All pages
        </h2>
        <ul className="mt-4 grid gap-x-8 sm:grid-cols-2">
          {docsPages(hasSandbox).map((page) => (
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
        {hasSandbox ? <OfTheSandbox /> : null}
        <h2 id="documents">For machines</h2>
        <p>
          <a href="/docs/v2/openapi.json" className="link">
            OpenAPI 3.1
          </a>{" "}
          and{" "}
          <a href="/docs/v2/asyncapi.json" className="link">
            AsyncAPI 3.0
          </a>{" "}
          documents, a{" "}
          <a href="/docs/v2/collection.json" className="link">
            Postman collection
          </a>{" "}
          and an{" "}
          <a href="/docs/v2/requests.http" className="link">
            .http file
          </a>
          ; each page here has a Markdown twin at its address with <code>.md</code>.
        </p>
      </div>
    </DocsFrame>
  );
}

function OfTheSandbox() {
  return (
    <>
      <h2 id="sandbox">Sandbox</h2>
      <p>
        The sandbox stands in for the whole service with the same rules and limits and no money in it.{" "}
        <a href="/docs/v2/quick-start" className="link">
          The quick start
        </a>{" "}
        takes four commands;{" "}
        <a href="/docs/v2/sandbox" className="link">
          the page about the sandbox
        </a>{" "}
        says how to make it misbehave on purpose.
      </p>
      <h2 id="developer-portal">Developer portal</h2>
      <p>
        <a href="/sandbox/portal" className="link">
          The portal
        </a>{" "}
        makes sandbox accounts with keys and tokens, shows their last calls and how much of each limit is
        used, keeps an address for postbacks with a log of deliveries, and resets an account.
      </p>
      <h2 id="playground">API playground</h2>
      <p>
        <a href="/docs/v2/playground" className="link">
          A form for every operation
        </a>{" "}
        that the server sends to the sandbox, with the answer and the same call as code.
      </p>
    </>
  );
}
