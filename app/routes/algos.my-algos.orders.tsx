// Orders of the client or of one deployment, with pagination.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { AccountNav } from "../portfolio/account-nav.tsx";
import { ordersText as text } from "../portfolio/books-text.ts";
import { BrokerDown } from "../portfolio/broker-down.tsx";
import { OrderTable } from "../portfolio/deployment-parts.tsx";
import { accountHeaders, loadWithAccount } from "../portfolio/read-account.ts";
import { orderOrigins } from "../portfolio/records.ts";
import { StatusLine } from "../portfolio/status-line.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { fixedMeta } from "../ui/page-meta.ts";
import { StrategyGlyph } from "../ui/strategy-glyph.tsx";

const PAGE = "/algos/my-algos/orders";
const ORDERS_PER_PAGE = 50;

export function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const here = `${url.pathname}${url.search}`;
  const deployment = z.uuid().safeParse(url.searchParams.get("deployment")).data;
  const cursor = z
    .string()
    .regex(/^\d{1,24}$/)
    .safeParse(url.searchParams.get("after")).data;
  return loadWithAccount(context, here, async ({ account }) => {
    const [page, origins] = await Promise.all([
      account.listOrders({
        limit: ORDERS_PER_PAGE,
        ...(deployment === undefined ? {} : { deployment }),
        ...(cursor === undefined ? {} : { cursor }),
      }),
      orderOrigins(account),
    ]);
    return {
      deployment: deployment ?? null,
      isFirst: cursor === undefined,
      page,
      origins,
      asOf: new Date().toISOString(),
      isSimulated: context.site?.isSimulated ?? false,
    };
  });
}

export const headers = accountHeaders;

export const handle: PageHandle = { query: ["deployment", "after"], orders: true };

export const meta = fixedMeta(text, PAGE, { isIndexed: false });

export default function Orders() {
  const data = useLoaderData<typeof loader>();
  if (data.isDown) return <BrokerDown title={text.title} path={PAGE} brand={data.brand} />;
  const { page, deployment, isFirst, origins } = data;
  const isEmpty = page.items.length === 0 && isFirst;
  const address = (after: string | null) => {
    const params = new URLSearchParams({
      ...(deployment === null ? {} : { deployment }),
      ...(after === null ? {} : { after }),
    });
    return `${PAGE}${params.size === 0 ? "" : `?${params}`}`;
  };
  return (
    <>
      <PageHeader title={text.title} lead={deployment === null ? text.leadOfAll : text.leadOfOne}>
        {isEmpty ? null : (
          <LinkButton
            to={deployment === null ? `${PAGE}.csv` : `/algos/my-algos/${deployment}/orders.csv`}
            kind="quiet"
            className="no-print"
          >
            {text.asCsv}
          </LinkButton>
        )}
      </PageHeader>
      <AccountNav here={PAGE} />
      <div data-orders="page">
        {isEmpty ? (
          <section className="panel empty-state">
            <StrategyGlyph kind="breakout" size="large" />
            <h2 className="panel-title">{text.none}</h2>
            <p>{text.noneYet}</p>
            <LinkButton to="/algos">{text.findAlgos}</LinkButton>
          </section>
        ) : (
          <div className="panel overflow-hidden">
            <OrderTable orders={page.items} caption={text.orderBook} empty={text.noneYet} origins={origins} />
          </div>
        )}
        <StatusLine asOf={data.asOf} path={address(null)} isSimulated={data.isSimulated} />
      </div>
      {isFirst && page.nextCursor === null ? null : (
        <p className="no-print mt-4 flex flex-wrap gap-3">
          {isFirst ? null : (
            <LinkButton to={address(null)} kind="quiet">
              {text.newest}
            </LinkButton>
          )}
          {page.nextCursor === null ? null : (
            <LinkButton to={address(page.nextCursor)} kind="quiet">
              {text.older}
            </LinkButton>
          )}
        </p>
      )}
    </>
  );
}
