// All managers, ordered by their largest drawdown, the smallest first.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { SVGProps } from "react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { formatDay } from "../format/dates.ts";
import { formatCount, formatRupees } from "../format/rupees.ts";
import { unavailableWithoutProvider } from "../http/problem.ts";
import { LIVE_PAGE_HEADERS } from "../live/price-view.ts";
import {
  countLiveState,
  type LiveState,
  loadManagerRecords,
  type ManagerRecord,
} from "../marketplace/manager-record.ts";
import { managerKindText } from "../marketplace/manager-texts.ts";
import { managerPath } from "../marketplace/strategy-path.ts";
import { listViewText, liveSquaresText, managersText as text } from "../marketplace/text.ts";
import { algosCrumbs, Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { Figure } from "../ui/figure.tsx";
import { Monogram } from "../ui/monogram.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { fixedMeta } from "../ui/page-meta.ts";
import { RowName, TableHead } from "../ui/table-head.tsx";
import { TableScroll } from "../ui/table-scroll.tsx";

const NO_RECORD: ManagerRecord = { live: [], worst: null };

export async function loader({ context }: LoaderFunctionArgs) {
  if (context.provider === undefined) throw unavailableWithoutProvider();
  const [{ items }, { records, checked }] = await Promise.all([
    context.provider.listManagers(),
    loadManagerRecords({ ...context, provider: context.provider }),
  ]);
  const fallOf = ({ id }: { id: string }) => records.get(id)?.worst?.rupees ?? Number.NEGATIVE_INFINITY;
  return {
    checked,
    managers: items
      .toSorted((one, other) => fallOf(other) - fallOf(one) || 0)
      .map((manager) => ({ manager, record: records.get(manager.id) ?? NO_RECORD })),
  };
}

export const handle: PageHandle = {
  shared: true,
  live: () => [],
};
export const headers = () => LIVE_PAGE_HEADERS;

export const meta = fixedMeta(text, "/algos/managers");

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Managers() {
  const { managers, checked } = useLoaderData<typeof loader>();
  const algos = managers.reduce((sum, { manager }) => sum + manager.strategyCount, 0);
  return (
    <>
      <Breadcrumbs crumbs={algosCrumbs()} here={text.managers} />
      <PageHeader
        title={text.managers}
        lead={text.lead({ managers: formatCount(managers.length), algos: formatCount(algos) })}
      />
      <Totals managers={managers} />
      {checked === null ? null : (
        <p className="mt-2 text-sm text-ink-muted">{listViewText.checked(checked)}</p>
      )}
      <TableScroll label={text.managers} className="panel mt-4 lg:mt-6">
        <table className="table rows-table">
          <caption className="sr-only">{text.managers}</caption>
          <TableHead
            columns={[
              text.manager,
              text.liveRecords,
              { number: text.worstOfOne },
              { number: text.algos },
              { number: text.activeSince },
              { number: text.deployedBy },
            ]}
          />
          <tbody>
            {managers.map((row) => (
              <ManagerRow key={row.manager.id} {...row} />
            ))}
          </tbody>
        </table>
      </TableScroll>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-(length:--text-sm) text-ink-muted">
        {(
          [
            ["gain", text.gainKey],
            ["loss", text.lossKey],
            ["none", text.noneKey],
            ["withdrawn", text.withdrawnKey],
          ] as const
        ).map(([state, label]) => (
          <span key={state} className="inline-flex items-center gap-1.5">
            <svg width="11" height="18" aria-hidden="true">
              <Square state={state} x={0.5} />
            </svg>
            {label}
          </span>
        ))}
      </p>
    </>
  );
}

const worstNote = ({ name, capital }: NonNullable<ManagerRecord["worst"]>) =>
  text.worstNote({ name, capital: formatRupees(capital) });

function Totals({ managers }: Pick<Data, "managers">) {
  const records = managers.map(({ record }) => record);
  const total = (state: LiveState) => records.reduce((sum, record) => sum + countLiveState(record, state), 0);
  const worst = records
    .flatMap((record) => record.worst ?? [])
    .reduce<ManagerRecord["worst"]>(
      (low, one) => (low === null || one.rupees < low.rupees ? one : low),
      null,
    );
  const [gain, loss] = [total("gain"), total("loss")];
  return (
    <dl className="figures">
      {worst === null ? null : (
        <Figure
          className="figure-loss"
          name={text.worstOfOne}
          value={formatRupees(worst.rupees)}
          tone="text-loss"
          note={worstNote(worst)}
        />
      )}
      {gain + loss === 0 ? null : (
        <Figure
          name={text.inProfit}
          value={text.ofAll({ gain: formatCount(gain), all: formatCount(gain + loss) })}
          note={text.inLoss(formatCount(loss))}
        />
      )}
      <Figure
        name={text.withdrawn}
        value={formatCount(managers.reduce((sum, { manager }) => sum + manager.withdrawnCount, 0))}
        note={text.stillShown}
      />
    </dl>
  );
}

function ManagerRow({ manager, record }: Data["managers"][number]) {
  return (
    <tr>
      <RowName>
        <span className="flex items-center gap-3">
          <Monogram name={manager.name} />
          <span>
            <a href={managerPath(manager)} className="text-base no-underline hover:underline">
              {manager.name}
            </a>{" "}
            <span className="block text-sm font-normal text-ink-muted max-md:sr-only">
              {managerKindText(manager.kind)} · {manager.registration}
            </span>
          </span>
        </span>
      </RowName>
      <td className="max-sm:basis-full">
        {record.worst === null ? null : (
          <span className="block text-sm text-ink-muted md:hidden">{worstNote(record.worst)}</span>
        )}
        <LiveSquares record={record} />
      </td>
      <td className="number row-sum">
        {record.worst === null ? (
          <span className="text-ink-muted">{text.noRecord}</span>
        ) : (
          <>
            <strong className="text-loss">{formatRupees(record.worst.rupees)}</strong>{" "}
            <span className="block text-sm font-normal text-ink-muted max-md:hidden">
              {worstNote(record.worst)}
            </span>
          </>
        )}
      </td>
      <td className="number max-md:hidden" data-label={text.algos}>
        {formatCount(manager.strategyCount)}
      </td>
      <td className="number" data-label={text.activeSince}>
        {formatDay(manager.activeSince)}
      </td>
      <td className="number" data-label={text.deployedBy}>
        {formatCount(manager.deployedCount)}
      </td>
    </tr>
  );
}

const SQUARE_SIZE = 14;

/** A square is filled if the algo has a live record, outlined if it has none, and dashed if the algo is withdrawn. */
const SQUARES: Record<LiveState, SVGProps<SVGRectElement>> = {
  gain: { className: "fill-(--bar-gain)" },
  loss: { className: "fill-(--bar-loss)" },
  none: { className: "fill-none stroke-line-strong" },
  withdrawn: { className: "fill-none stroke-line-strong", strokeDasharray: "2 2" },
};

function Square({ state, x }: { state: LiveState; x: number }) {
  return <rect {...SQUARES[state]} x={x} y="0.5" width={SQUARE_SIZE - 4} height="17" rx="2" />;
}

function LiveSquares({ record }: { record: ManagerRecord }) {
  return (
    <div className="gap-x-5 max-sm:flex max-sm:items-baseline">
      <svg width={record.live.length * SQUARE_SIZE} height="18" aria-hidden="true" focusable="false">
        {record.live.map((state, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: squares of the same state are identical
          <Square key={index} state={state} x={index * SQUARE_SIZE + 0.5} />
        ))}
      </svg>{" "}
      <span className="text-sm text-ink-muted">
        {liveSquaresText.inProfit({
          gain: countLiveState(record, "gain"),
          loss: countLiveState(record, "loss"),
        })}
      </span>
    </div>
  );
}
