// Verifies records: the user drops a file or enters an address and sees the result of each check. The page also
// explains the hash chain and how to verify a record without this site. With scripts the file is checked in the
// browser; otherwise the form uploads it.
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { PageHandle } from "../../contract/site/page-handle.ts";
import { RECORD_UPLOAD_PATH, RECORD_UPLOAD_TYPE } from "../../contract/site/record-upload.ts";
import { CHECKED } from "../../evidence/check-texts.ts";
import { CheckResult, CheckSteps } from "../../evidence/check-view.tsx";
import { formatDay } from "../../format/dates.ts";
import { formatCount, formatPaise, formatRupees } from "../../format/rupees.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { CodeBox } from "../../ui/code-box.tsx";
import { filled } from "../../ui/filled.tsx";
import { Fold } from "../../ui/fold.tsx";
import { FileCheck } from "../../ui/icons.tsx";
import { LinkButton, SubmitButton, TextLink, TouchLink } from "../../ui/link-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { fixedMeta } from "../../ui/page-meta.ts";
import { FormatTable } from "./format-table.tsx";
import { type Chain, type Checked, checkPostedFile, type Fault, loadEvidencePage } from "./load.ts";
import { evidencePageText as text } from "./text.ts";

export const handle: PageHandle = {
  docs: true,
  forms: true,
  verify: true,
  query: ["address", "example"],
  shared: true,
  styles: "verification",
};

export const loader = (from: LoaderFunctionArgs) => loadEvidencePage(from);

export async function action(from: ActionFunctionArgs) {
  const page = await checkPostedFile(from);
  return json(page, {
    status: "fault" in page.checked ? 422 : 200,
    headers: { "Cache-Control": "no-store" },
  });
}

export const meta = fixedMeta(text, "/evidence");

type Page = ReturnType<typeof useLoaderData<typeof loader>>;

export default function EvidencePage() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  const page = posted ?? loaded;
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const checked = page.checked as Checked | null;
  return (
    <>
      <PageHeader title={text.title} lead={text.lead}>
        <div className="max-md:hidden">
          <LinkButton to="/evidence/keys.json" kind="quiet">
            {text.publicKeys}
          </LinkButton>
        </div>
      </PageHeader>
      <div className="halves">
        <VerifyForms
          page={page}
          fault={checked !== null && "fault" in checked ? checked.fault : null}
          xsrf={root?.session?.xsrf ?? null}
        />
        {checked !== null && "report" in checked ? (
          <CheckResult report={checked.report} />
        ) : (
          <WhatIsChecked isUnavailable={page.isUnavailable} />
        )}
      </div>
      {page.example === null ? null : <ChainPicture chain={page.example.chain} name={page.example.name} />}
      <IndependentCheck />
      <CollapsedSections page={page} />
    </>
  );
}

function VerifyForms(props: { page: Page; fault: Fault | null; xsrf: string | null }) {
  const { page, fault, xsrf } = props;
  return (
    <section aria-labelledby="verify" className="panel panel-body" id="verify-record">
      <h2 id="verify" className="sr-only">
        {text.verify}
      </h2>
      {fault === null ? null : (
        <p role="alert" className="check-fault">
          {text.faults[fault]}
        </p>
      )}
      <form method="post" action={RECORD_UPLOAD_PATH} encType={RECORD_UPLOAD_TYPE} data-verify="file">
        {xsrf === null ? null : <input type="hidden" name="xsrf" value={xsrf} />}
        <div className="drop-zone">
          <FileCheck className="size-10 stroke-[1.6] text-accent" />
          <label htmlFor="file" className="font-semibold">
            {filled(text.chooseFile, { file: <code>record.json</code> })}
          </label>
          <input
            id="file"
            name="file"
            type="file"
            accept=".json,application/json"
            required
            className="file-field"
          />
          <p className="text-sm text-ink-muted">
            <span className="noscript:hidden">{text.staysHere}</span> <noscript>{text.isSent}</noscript>
          </p>
        </div>
        <SubmitButton className="mt-4 w-full">{text.verifyFile}</SubmitButton>
      </form>
      <form method="get" action="/evidence" data-verify="address" className="mt-5">
        <label htmlFor="address" className="text-sm font-semibold">
          {text.orAddress}
        </label>
        <div className="flex gap-2">
          <input
            id="address"
            name="address"
            defaultValue={page.address}
            maxLength={300}
            required
            placeholder={text.addressExample}
            className="field min-w-0 flex-1 font-mono text-sm"
          />
          <SubmitButton kind="quiet">{text.verifyAddress}</SubmitButton>
        </div>
      </form>
      {page.example === null ? null : (
        <p className="mt-4 text-sm text-ink-muted">
          {filled(text.noRecord, {
            example: (
              <TextLink to={`/evidence?${new URLSearchParams({ address: page.example.path })}`}>
                {page.example.name}
              </TextLink>
            ),
            broken: <TextLink to="/evidence?example=broken">{text.brokenOne}</TextLink>,
          })}
        </p>
      )}
    </section>
  );
}

function WhatIsChecked({ isUnavailable }: { isUnavailable: boolean }) {
  return (
    <section aria-labelledby="result" className="panel board-fill" id="check-result">
      <div className="check-verdict">
        <h2 id="result" className="panel-title">
          {text.whatIsChecked}
        </h2>
        <p>{isUnavailable ? text.keysAway : text.resultHere}</p>
      </div>
      <CheckSteps
        steps={(Object.keys(CHECKED) as (keyof typeof CHECKED)[]).map((step) => ({
          state: "unknown",
          title: CHECKED[step],
          detail: text.steps[step],
          count: "",
        }))}
      />
    </section>
  );
}

function ChainPicture({ chain, name }: { chain: Chain; name: string }) {
  const short = (hash: string) => `${hash.slice(0, 4)}…${hash.slice(-4)}`;
  const day = (one: Chain["last"]) => (
    <ChainBlock key={one.day} title={formatDay(one.day)} code={short(one.hash)}>
      {text.dayOf({ net: formatSigned(one.netPaise), trades: one.trades })}
    </ChainBlock>
  );
  return (
    <section aria-labelledby="chain" className="panel panel-body mt-6">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="chain" className="panel-title">
          {text.chainTitle}
        </h2>
        <span className="text-sm text-ink-muted">
          {text.chainOf({ name, days: formatCount(chain.count) })}
        </span>
      </div>
      <ol className="chain-blocks">
        <ChainBlock title={text.header} code={short(chain.genesis)}>
          {text.headerOf({ version: chain.version, capital: formatRupees(chain.capitalRupees) })}
        </ChainBlock>
        {chain.days.map(day)}
        {day(chain.last)}
        <ChainBlock title={text.head} code={text.keyOf(chain.keyId.slice(0, 8))}>
          {text.headOf}
        </ChainBlock>
      </ol>
      <p className="text-sm text-ink-muted">{text.chainMeans}</p>
    </section>
  );
}

function ChainBlock(props: { title: string; code: string; children: string }) {
  return (
    <li>
      <b>{props.title}</b> <span>{props.children}</span> <code>{props.code}</code>
    </li>
  );
}

const formatSigned = (paise: number) => `${paise > 0 ? "+" : ""}${formatPaise(paise)}`;

function IndependentCheck() {
  return (
    <section aria-labelledby="without" className="panel panel-body halves mt-6 items-center">
      <div>
        <h2 id="without" className="panel-title">
          {text.withoutUs}
        </h2>
        <ol className="numbered-steps">
          <li>
            {filled(text.saveBoth, {
              keys: <TextLink to="/evidence/keys.json">{text.keysFile}</TextLink>,
            })}
          </li>
          <li>
            {filled(text.saveHeads, {
              heads: <TextLink to="/evidence/heads/index.json">{text.headsFile}</TextLink>,
            })}
          </li>
          <li>{text.runCommand}</li>
        </ol>
      </div>
      <CodeBox label={text.terminal} words={text.command} />
    </section>
  );
}

function CollapsedSections({ page }: { page: Page }) {
  const [key] = page.keys;
  return (
    <div className="folds mt-6">
      <Fold id="format" title={text.formatTitle} hint={text.formatHint}>
        <FormatTable />
      </Fold>
      <Fold
        id="keys"
        title={text.keysTitle}
        hint={
          key === undefined
            ? text.keysAway
            : text.keysHint({ count: page.keys.length, since: formatDay(key.since) })
        }
      >
        <ul>
          {page.keys.map(({ id, since, until }) => (
            <li key={id} className="py-1">
              <code>{id}</code>{" "}
              {until === null
                ? text.keySince(formatDay(since))
                : text.keyUntil(formatDay(until.slice(0, 10)))}
            </li>
          ))}
        </ul>
      </Fold>
      <Fold id="heads" title={text.headsTitle} hint={text.headsHint(page.dayCount)}>
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {page.days.map((day) => (
            <li key={day}>
              <TouchLink to={`/evidence/heads/${day}.json`}>{formatDay(day)}</TouchLink>
            </li>
          ))}
          <li>
            <TouchLink to="/evidence/heads/index.json">{text.allDays}</TouchLink>
          </li>
        </ul>
      </Fold>
    </div>
  );
}
