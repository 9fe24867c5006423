// Response times of the trading API and its order-update sockets, on the status page.
import { API_GROUP_NAMES, type ApiUseReport } from "../contract/site/service-status.ts";
import { formatCount } from "../format/rupees.ts";
import { RowName, TableHead } from "../ui/table-head.tsx";
import { TableScroll } from "../ui/table-scroll.tsx";
import { statusText as text } from "./text.ts";
import { formatTime } from "./times-line.tsx";

export function ApiTimes({ api: { groups, orderSockets } }: { api: ApiUseReport }) {
  return (
    <section className="panel" aria-labelledby="api">
      <div className="find-head">
        <h2 id="api" className="panel-title">
          {text.api}
        </h2>
        <p className="text-sm text-ink-muted">
          {text.orderSockets({ open: orderSockets.open, opened: orderSockets.openedLastHour })}
        </p>
      </div>
      {groups.every(({ calls }) => calls === 0) ? (
        <p className="panel-body border-t border-line">{text.noneCalled}</p>
      ) : (
        <ApiTable groups={groups} />
      )}
    </section>
  );
}

function ApiTable({ groups }: Pick<ApiUseReport, "groups">) {
  return (
    <>
      <TableScroll label={text.apiTable}>
        <table className="table rows-table">
          <caption className="sr-only">{text.apiTable}</caption>
          <TableHead
            columns={[text.group, ...[text.calls, text.median, text.slowest].map((number) => ({ number }))]}
          />
          <tbody>
            {groups.map(({ group, calls, p50Ms, p99Ms }) => (
              <tr key={group}>
                <RowName>{API_GROUP_NAMES[group]}</RowName>
                <td data-label={text.calls} className="number">
                  {formatCount(calls)}
                </td>
                <td data-label={text.median} className="number">
                  {time(p50Ms)}
                </td>
                <td data-label={text.slowest} className="number">
                  {time(p99Ms)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      <p className="panel-body text-sm text-ink-muted">{text.apiMeans}</p>
    </>
  );
}

function time(ms: number | null): string {
  return ms === null ? text.noCalls : formatTime(ms);
}
