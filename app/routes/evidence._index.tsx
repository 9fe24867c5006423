// How records are sealed, and how anybody checks one: the format in words, the published files, and the command.
import type { MetaFunction } from "@remix-run/node";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { TableScroll } from "../ui/table-scroll.tsx";
import type { PageHandle } from "../wire/page-handle.ts";

const TITLE = "How records are sealed and checked";

export const handle: PageHandle = { shared: true };

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: TITLE,
    description:
      "The format of sealed records, the operator’s public keys, and how to verify a record yourself.",
    path: "/evidence",
  });

/** Each line of the format with its fields in order. */
const LINES: [name: string, fields: string, of: string][] = [
  [
    "record",
    "format (2), algo, version, evidence, start, simulated, capital in paise, monthly fee in paise, seconds between two looks, benchmark, since, first day",
    "header",
  ],
  ["method", "one sentence on how it was made; a line each", "header"],
  ["day", "day, net, gross, fees, margin, trades, benchmark × 100", "day"],
  [
    "trade",
    "number, opened, closed, gross, brokerage, transaction tax, exchange, regulator, stamp duty, GST, slippage, net, best, worst, margin, reason to enter, reason to exit",
    "the day it closed; the head while open",
  ],
  ["leg", "symbol, side, quantity, entry price, exit price", "its trade"],
  ["missed", "time, refused or away or capital, reason", "day"],
  ["cash", "day, amount, note", "day"],
  ["action", "day, symbol, kind, new shares, old shares, dividend a share, note", "day"],
  [
    "head",
    "format (2), genesis, last hash, number of days, first day, last day, made at, ended on, kind of end, reason, signals not carried, signals after the end, trades, missed signals, the seven cost totals",
    "head",
  ],
  ["idle", "from, to, trading days, fees, signals not carried", "head"],
  [
    "heads, last",
    "format, day, day before, its hash, published at, number of records; then for each record: algo, version, evidence, start, last hash",
    "a day’s published heads",
  ],
];

export default function EvidencePage() {
  return (
    <div className="mx-auto w-full max-w-5xl">
      <PageHeader
        title={TITLE}
        lead="Every record is sealed when it is made and verified when this site loads it. Keep a copy, and you can verify it without us."
      />
      <section className="mt-8 max-w-[75ch]">
        <h2 className="text-xl">Check a record yourself</h2>
        <ol className="mt-2 list-decimal space-y-2 ps-5">
          <li>
            Save the record: the link “Day by day” on an algo’s Performance tab, or <code>record.json</code>{" "}
            under its address.
          </li>
          <li>
            Save the operator’s public keys:{" "}
            <a href="/evidence/keys.json" className="link">
              keys.json
            </a>
            . Keep them from the first day: a key that changes without notice is a sign too.
          </li>
          <li>
            Save the heads of past days:{" "}
            <a href="/evidence/heads/index.json" className="link">
              index.json
            </a>{" "}
            names each day’s file. A later record must still contain the hashes that were published.
          </li>
          <li>
            Run{" "}
            <code className="break-words">
              npm run check:records -- --keys keys.json --heads heads.json record.json
            </code>{" "}
            in the site’s repository. It needs no network and says in words what doesn’t hold. Addresses work
            in place of files.
          </li>
        </ol>
      </section>
      <section className="mt-8 max-w-[75ch]">
        <h2 className="text-xl">The format</h2>
        <p className="mt-2">
          Everything is made of lines. A line is a list of fields with one tab between two, ended by one line
          feed, in UTF-8. Numbers are whole: decimal digits without leading zeros, with a minus below zero.
          Sums are paise; days are written 2026-11-20; times are milliseconds since 1 January 1970 UTC;
          nothing is an empty field; yes and no are 1 and 0. Text holds no control characters.
        </p>
        <ul className="mt-2 list-disc space-y-1 ps-5">
          <li>Genesis: the SHA-256 of the header’s lines.</li>
          <li>
            A day’s hash: the SHA-256 of the hash before it (64 hex digits), one line feed, and the day’s
            lines: first the day, then its trades, missed signals, cash flows and corporate actions.
          </li>
          <li>
            The head’s lines end the record: its length, totals, open trades and why it ended. The operator’s
            Ed25519 signature is over these lines.
          </li>
          <li>A key’s name is the first 16 hex digits of the SHA-256 of its 32 bytes.</li>
        </ul>
      </section>
      <TableScroll label="Lines of the format" className="mt-6">
        <table className="table">
          <caption className="sr-only">Lines of the format, with their fields in order</caption>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Fields in order</th>
              <th scope="col">Part of</th>
            </tr>
          </thead>
          <tbody>
            {LINES.map(([name, fields, of]) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{fields}</td>
                <td>{of}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </div>
  );
}
