// The P&L statement of a financial year: live trades only, realised P&L by average cost, charges line by line, by algo and by month.
// Printed it carries the broker's name; as a file it is CSV.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChargeList } from "../deploying/charge-list.tsx";
import { formatDay, formatMoment, formatMonth } from "../format/dates.ts";
import { formatCount, formatHundredths, formatPaise } from "../format/rupees.ts";
import { AccountNav } from "../portfolio/account-nav.tsx";
import { BrokerDown } from "../portfolio/broker-down.tsx";
import { Result } from "../portfolio/deployment-parts.tsx";
import { accountHeaders, withAccount } from "../portfolio/read-account.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { TableScroll } from "../ui/table-scroll.tsx";
import type { PageHandle } from "../wire/page-handle.ts";
import type { Statement } from "../wire/portfolio.ts";
import { DEFAULT_SITE } from "../wire/site.ts";

const PAGE = "/algos/my-algos/statements";

export const headers = accountHeaders;

export const handle: PageHandle = { query: ["year"] };

export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const year = /^\d{4}-\d{2}$/.exec(searchParams.get("year") ?? "")?.[0] ?? null;
  return withAccount(context, PAGE, async ({ account }) => ({
    statement: await account.getStatement(year === null ? {} : { year }),
    brand: (context.site ?? DEFAULT_SITE).brand,
    isSimulated: context.site?.isSimulated ?? false,
  }));
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Statements",
    description: "P&L by financial year: realised, charges by line, manager's fees, net. Live trades only.",
    path: PAGE,
    isIndexed: false,
  });

export default function Statements() {
  const data = useLoaderData<typeof loader>();
  if (data.isDown) return <BrokerDown title="Statements" path={PAGE} brand={data.brand} />;
  const { statement } = data;
  return (
    <>
      <PageHeader
        title={`P&L statement, FY ${statement.year}`}
        lead={`${formatDay(statement.from)} to ${formatDay(statement.to)}. Live trades only; paper is not in it.`}
      />
      <AccountNav here={PAGE} />
      {statement.years.length < 2 ? null : (
        <nav aria-label="Financial year" className="segmented no-print mb-4">
          {statement.years.map((year) => (
            <a
              key={year}
              href={`${PAGE}?year=${year}`}
              aria-current={year === statement.year ? "true" : undefined}
            >
              {year}
            </a>
          ))}
        </nav>
      )}
      <section aria-labelledby="sum" className="portfolio-top">
        <div className="panel p-5">
          <h2 id="sum" className="text-sm font-normal! text-ink-muted">
            Net P&amp;L, realised
          </h2>
          <p className="today-figure">
            <Result paise={statement.netPaise} />
          </p>
          <dl className="totals-list">
            <div>
              <dt>Realised P&amp;L, gross</dt>
              <dd>
                <Result paise={statement.realisedPaise} />
              </dd>
            </div>
            <div>
              <dt>Charges</dt>
              <dd className="number">{formatPaise(-statement.charges.totalPaise)}</dd>
            </div>
            <div>
              <dt>Managers' fees, with GST</dt>
              <dd className="number">{formatPaise(-statement.feesPaise)}</dd>
            </div>
            <div>
              <dt>Turnover</dt>
              <dd className="number">{formatPaise(statement.turnoverPaise)}</dd>
            </div>
            <div>
              <dt>Trades</dt>
              <dd className="number">{formatCount(statement.trades)}</dd>
            </div>
          </dl>
          <p className="mt-3 text-xs text-ink-muted">
            Realised by average cost. As of {formatMoment(new Date(statement.asOf))}.
            {data.isSimulated ? " Simulated: not for tax." : ""}
          </p>
        </div>
        <div className="panel p-5">
          <h2 className="text-lg">Charges by line</h2>
          <ChargeList charges={statement.charges} />
        </div>
      </section>
      <StatementTable
        title="By algo"
        first="Algo"
        rows={statement.items.map((item) => ({ ...item, key: item.deploymentId ?? "own" }))}
      />
      <StatementTable
        title="By month"
        first="Month"
        rows={statement.months.map((month) => ({
          ...month,
          key: month.month,
          name: formatMonth(month.month),
        }))}
      />
      <p className="no-print mt-6 flex flex-wrap gap-3">
        <LinkButton to={`${PAGE}.csv?year=${statement.year}`}>Download as CSV</LinkButton>
        <LinkButton to="/algos/my-algos/orders" kind="quiet">
          Order book
        </LinkButton>
      </p>
      <p className="no-print mt-2 text-sm text-ink-muted">To keep it as PDF, print this page.</p>
    </>
  );
}

type Row = Pick<Statement["months"][number], "realisedPaise" | "chargesPaise" | "feesPaise" | "netPaise"> & {
  key: string;
  name: string;
};

function StatementTable(props: { title: string; first: string; rows: readonly Row[] }) {
  return (
    <section className="mt-8">
      <h2 className="text-xl">{props.title}</h2>
      {props.rows.length === 0 ? (
        <p className="mt-2 text-ink-muted">No live trade in this financial year.</p>
      ) : (
        <TableScroll label={props.title} className="mt-2">
          <table className="table rows-table">
            <caption className="sr-only">{props.title}</caption>
            <thead>
              <tr>
                <th scope="col">{props.first}</th>
                <th scope="col" className="number">
                  Realised, ₹
                </th>
                <th scope="col" className="number">
                  Charges, ₹
                </th>
                <th scope="col" className="number">
                  Fees, ₹
                </th>
                <th scope="col" className="number">
                  Net P&amp;L
                </th>
              </tr>
            </thead>
            <tbody>
              {props.rows.map((row) => (
                <tr key={row.key}>
                  <th scope="row" className="row-name">
                    {row.name}
                  </th>
                  <td className="number" data-label="Realised">
                    {formatHundredths(row.realisedPaise)}
                  </td>
                  <td className="number" data-label="Charges">
                    {formatHundredths(row.chargesPaise)}
                  </td>
                  <td className="number" data-label="Fees">
                    {formatHundredths(row.feesPaise)}
                  </td>
                  <td className="number row-sum">
                    <Result paise={row.netPaise} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </section>
  );
}
