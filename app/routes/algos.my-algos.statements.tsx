// The P&L statement of a financial year: live trades only, realised P&L by average cost, charges line by line, by algo
// and by month. The print version has the broker's name; the file is CSV.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Statement } from "../contract/base-api/portfolio.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { ChargeList } from "../deploying/charge-list.tsx";
import { formatDateTime, formatDay, formatMonth } from "../format/dates.ts";
import { formatCount, formatHundredths, formatPaise } from "../format/rupees.ts";
import { AccountNav } from "../portfolio/account-nav.tsx";
import { statementsText as text } from "../portfolio/books-text.ts";
import { BrokerDown } from "../portfolio/broker-down.tsx";
import { Result } from "../portfolio/deployment-parts.tsx";
import { accountHeaders, withAccount } from "../portfolio/read-account.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { TableScroll } from "../ui/table-scroll.tsx";

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
    title: text.title,
    description: text.description,
    path: PAGE,
    isIndexed: false,
  });

export default function Statements() {
  const data = useLoaderData<typeof loader>();
  if (data.isDown) return <BrokerDown title={text.title} path={PAGE} brand={data.brand} />;
  const { statement } = data;
  return (
    <>
      <PageHeader
        title={text.titleOfYear(statement.year)}
        lead={text.period({ from: formatDay(statement.from), to: formatDay(statement.to) })}
      />
      <AccountNav here={PAGE} />
      {statement.years.length < 2 ? null : (
        <nav aria-label={text.financialYear} className="segmented no-print mb-4">
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
            {text.netPnlRealised}
          </h2>
          <p className="today-figure">
            <Result paise={statement.netPaise} />
          </p>
          <dl className="totals-list">
            <div>
              <dt>{text.realisedPnlGross}</dt>
              <dd>
                <Result paise={statement.realisedPaise} />
              </dd>
            </div>
            <div>
              <dt>{text.charges}</dt>
              <dd className="number">{formatPaise(-statement.charges.totalPaise)}</dd>
            </div>
            <div>
              <dt>{text.managersFees}</dt>
              <dd className="number">{formatPaise(-statement.feesPaise)}</dd>
            </div>
            <div>
              <dt>{text.turnover}</dt>
              <dd className="number">{formatPaise(statement.turnoverPaise)}</dd>
            </div>
            <div>
              <dt>{text.trades}</dt>
              <dd className="number">{formatCount(statement.trades)}</dd>
            </div>
          </dl>
          <p className="mt-3 text-xs text-ink-muted">
            {text.basis(formatDateTime(new Date(statement.asOf)))}
            {data.isSimulated ? ` ${text.notForTax}` : ""}
          </p>
        </div>
        <div className="panel p-5">
          <h2 className="text-lg">{text.chargesByLine}</h2>
          <ChargeList charges={statement.charges} />
        </div>
      </section>
      <StatementTable
        title={text.byAlgo}
        first={text.algo}
        rows={statement.items.map((item) => ({ ...item, key: item.deploymentId ?? "own" }))}
      />
      <StatementTable
        title={text.byMonth}
        first={text.month}
        rows={statement.months.map((month) => ({
          ...month,
          key: month.month,
          name: formatMonth(month.month),
        }))}
      />
      <p className="no-print mt-6 flex flex-wrap gap-3">
        <LinkButton to={`${PAGE}.csv?year=${statement.year}`}>{text.downloadAsCsv}</LinkButton>{" "}
        <LinkButton to="/algos/my-algos/orders" kind="quiet">
          {text.orderBook}
        </LinkButton>
      </p>
      <p className="no-print mt-2 text-sm text-ink-muted">{text.printAsPdf}</p>
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
        <p className="mt-2 text-ink-muted">{text.noLiveTrade}</p>
      ) : (
        <TableScroll label={props.title} className="mt-2">
          <table className="table rows-table">
            <caption className="sr-only">{props.title}</caption>
            <thead>
              <tr>
                <th scope="col">{props.first}</th>
                <th scope="col" className="number">
                  {text.realisedRupees}
                </th>
                <th scope="col" className="number">
                  {text.chargesRupees}
                </th>
                <th scope="col" className="number">
                  {text.feesRupees}
                </th>
                <th scope="col" className="number">
                  {text.netPnl}
                </th>
              </tr>
            </thead>
            <tbody>
              {props.rows.map((row) => (
                <tr key={row.key}>
                  <th scope="row" className="row-name">
                    {row.name}
                  </th>
                  <td className="number" data-label={text.realised}>
                    {formatHundredths(row.realisedPaise)}
                  </td>
                  <td className="number" data-label={text.charges}>
                    {formatHundredths(row.chargesPaise)}
                  </td>
                  <td className="number" data-label={text.fees}>
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
