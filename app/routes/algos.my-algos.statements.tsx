// P&L statement of a financial year: live trades only, realised P&L at average cost, each kind of charge, by algo and
// by month. The printed page contains the broker's name; the download is CSV.
import type { LoaderFunctionArgs } from "@remix-run/node";
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
import { accountHeaders, loadWithAccount } from "../portfolio/read-account.ts";
import { readStatementQuery } from "../portfolio/statement-query.ts";
import { Fact } from "../ui/figure.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { fixedMeta } from "../ui/page-meta.ts";
import { StrategyGlyph } from "../ui/strategy-glyph.tsx";
import { RowName, TableHead } from "../ui/table-head.tsx";
import { TableScroll } from "../ui/table-scroll.tsx";

const PAGE = "/algos/my-algos/statements";

export const headers = accountHeaders;

export const handle: PageHandle = { query: ["year"] };

export function loader({ request, context }: LoaderFunctionArgs) {
  const query = readStatementQuery(new URL(request.url).searchParams.get("year"));
  return loadWithAccount(context, PAGE, async ({ account }) => ({
    statement: await account.getStatement(query),
    brand: (context.site ?? DEFAULT_SITE).brand,
    isSimulated: context.site?.isSimulated ?? false,
  }));
}

export const meta = fixedMeta(text, PAGE, { isIndexed: false });

export default function Statements() {
  const data = useLoaderData<typeof loader>();
  if (data.isDown) return <BrokerDown title={text.title} path={PAGE} brand={data.brand} />;
  const { statement } = data;
  const isEmpty = statement.trades === 0 && statement.items.length === 0;
  return (
    <>
      <PageHeader
        title={text.titleOfYear(statement.year)}
        lead={text.period({ from: formatDay(statement.from), to: formatDay(statement.to) })}
      >
        {isEmpty ? null : (
          <LinkButton to={`${PAGE}.csv?year=${statement.year}`} kind="quiet" className="no-print">
            {text.downloadAsCsv}
          </LinkButton>
        )}
      </PageHeader>
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
      {isEmpty ? (
        <section className="panel empty-state">
          <StrategyGlyph kind="basket" size="large" />
          <h2 className="panel-title">{text.noLiveTrade}</h2>
          <p>{text.noLiveTradeMeans}</p>
          <LinkButton to="/algos/my-algos">{text.portfolio}</LinkButton>
        </section>
      ) : (
        <StatementBody statement={statement} isSimulated={data.isSimulated} />
      )}
    </>
  );
}

function StatementBody({ statement, isSimulated }: { statement: Statement; isSimulated: boolean }) {
  return (
    <div className="split-stack">
      <section aria-labelledby="sum" className="portfolio-top">
        <div className="panel panel-body">
          <h2 id="sum" className="figure-name font-normal!">
            {text.netPnlRealised}
          </h2>
          <p className="figure figure-answer">
            <Result paise={statement.netPaise} />
          </p>
          <dl className="facts mt-2">
            <Fact valueClass="number" label={text.realisedPnlGross}>
              <Result paise={statement.realisedPaise} />
            </Fact>
            <Fact valueClass="number" label={text.charges}>
              {formatPaise(-statement.charges.totalPaise)}
            </Fact>
            <Fact valueClass="number" label={text.managersFees}>
              {formatPaise(-statement.feesPaise)}
            </Fact>
            <Fact valueClass="number" label={text.turnover}>
              {formatPaise(statement.turnoverPaise)}
            </Fact>
            <Fact valueClass="number" label={text.trades}>
              {formatCount(statement.trades)}
            </Fact>
          </dl>
          <p className="mt-2 text-sm text-ink-muted">
            {text.basis(formatDateTime(new Date(statement.asOf)))}
            {isSimulated ? ` ${text.notForTax}` : ""}
          </p>
        </div>
        <div className="panel panel-body">
          <h2 className="panel-title">{text.chargesByLine}</h2>
          <ChargeList charges={statement.charges} />
        </div>
      </section>
      <StatementTable
        title={text.byMonth}
        first={text.month}
        rows={statement.months.map((month) => ({
          ...month,
          key: month.month,
          name: formatMonth(month.month),
        }))}
      />
      <StatementTable
        title={text.byAlgo}
        first={text.algo}
        rows={statement.items.map(({ deploymentId, name, ...item }) => ({
          ...item,
          key: deploymentId ?? "own",
          name: deploymentId === null ? text.ownOrders : name,
        }))}
      />
    </div>
  );
}

type StatementRow = Pick<
  Statement["months"][number],
  "realisedPaise" | "chargesPaise" | "feesPaise" | "netPaise"
> & {
  key: string;
  name: string;
};

function StatementTable(props: { title: string; first: string; rows: readonly StatementRow[] }) {
  return (
    <section className="panel overflow-hidden">
      <h2 className="panel-title px-4 py-3 md:px-6">{props.title}</h2>
      <TableScroll label={props.title}>
        <table className="table rows-table">
          <caption className="sr-only">{props.title}</caption>
          <TableHead
            columns={[
              props.first,
              { number: text.realisedRupees },
              { number: text.chargesRupees },
              { number: text.feesRupees },
              { number: text.netPnl },
            ]}
          />
          <tbody>
            {props.rows.map((row) => (
              <tr key={row.key}>
                <RowName>{row.name}</RowName>
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
    </section>
  );
}
