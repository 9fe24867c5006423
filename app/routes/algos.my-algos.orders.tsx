// All orders of the client, or of one deployment, page by page.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { OrderTable } from "../account/deployment-parts.tsx";
import { asSignedIn, requireAccount } from "../account/require-account.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import type { PageHandle } from "../wire/page-handle.ts";

const PAGE = "/algos/my-algos/orders";
const ORDERS_A_PAGE = 50;

export function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const here = `${url.pathname}${url.search}`;
  const { account } = requireAccount(context, here);
  const deployment = z.uuid().safeParse(url.searchParams.get("deployment")).data;
  const cursor = z
    .string()
    .regex(/^\d{1,24}$/)
    .safeParse(url.searchParams.get("after")).data;
  return asSignedIn(context, here, async () => ({
    deployment: deployment ?? null,
    isFirst: cursor === undefined,
    page: await account.listOrders({
      limit: ORDERS_A_PAGE,
      ...(deployment === undefined ? {} : { deployment }),
      ...(cursor === undefined ? {} : { cursor }),
    }),
  }));
}

export const handle: PageHandle = { query: ["deployment", "after"], orders: true };

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Orders",
    description: "Every order that your algos have sent, with what it was sent for and what came of it.",
    path: PAGE,
    isIndexed: false,
  });

export default function Orders() {
  const { page, deployment, isFirst } = useLoaderData<typeof loader>();
  const address = (after: string | null) => {
    const params = new URLSearchParams({
      ...(deployment === null ? {} : { deployment }),
      ...(after === null ? {} : { after }),
    });
    return `${PAGE}${params.size === 0 ? "" : `?${params}`}`;
  };
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: "Algos", path: "/algos" },
          { title: "My algos", path: "/algos/my-algos" },
        ]}
        here="Orders"
      />
      <PageHeader
        title="Orders"
        lead={
          deployment === null
            ? "All that your algos have sent, the newest first."
            : "Of one deployment, the newest first."
        }
      />
      <div data-orders="page">
        <OrderTable orders={page.items} caption="Orders" empty="There are none here." />
      </div>
      <p className="no-print mt-6 flex flex-wrap gap-3">
        {isFirst ? null : (
          <LinkButton to={address(null)} kind="quiet">
            Newest
          </LinkButton>
        )}
        {page.nextCursor === null ? null : (
          <LinkButton to={address(page.nextCursor)} kind="quiet">
            Older
          </LinkButton>
        )}
        <LinkButton
          to={deployment === null ? `${PAGE}.csv` : `/algos/my-algos/${deployment}/orders.csv`}
          kind="quiet"
        >
          As CSV
        </LinkButton>
      </p>
    </>
  );
}
