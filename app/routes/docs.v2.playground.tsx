// Any operation of the trading API as a form: the server sends it to the sandbox, and nowhere else, and shows the answer with the same
// call as code. The address holds the request, so it can be shared; opening an address sends nothing.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { PlaygroundStream } from "../context.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "../docs/blocks.ts";
import { bodyFields } from "../docs/body-fields.ts";
import { DocsFrame } from "../docs/docs-frame.tsx";
import { docsPath } from "../docs/docs-path.ts";
import { anchorOf } from "../docs/operation-section.ts";
import {
  draftOf,
  otherWay,
  type PlaygroundDraft,
  playgroundAddress,
  playgroundCookie,
  readDraft,
  readPlaygroundCookie,
} from "../docs/playground.ts";
import { callOf, samplesOf } from "../docs/samples.ts";
import type { loader as rootLoader } from "../root.tsx";
import { CodeBox } from "../ui/code-box.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import type { PageHandle } from "../wire/page-handle.ts";
import type { TradingOperation } from "../wire/trading-api/operation.ts";
import { TRADING_OPERATION_LIST } from "../wire/trading-api/operations.ts";
import { ALL_SEGMENTS } from "../wire/trading-api/vocabulary.ts";

const STREAMS: { id: PlaygroundStream; title: string }[] = [
  { id: "ticker", title: "Live market feed, ticker" },
  { id: "quote", title: "Live market feed, quote" },
  { id: "full", title: "Live market feed, full" },
  { id: "depth", title: "20 market depth" },
  { id: "orders", title: "Order updates, while an order for one share is placed" },
];
const PROFILE = { method: "GET", path: "/profile", body: undefined };

export function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  return {
    draft: draftOf(url.searchParams),
    isOpen: context.playground !== null && context.playground !== undefined,
    base: `${context.publicOrigin ?? url.origin}/sandbox/v2`,
  };
}

type Outcome = {
  draft: PlaygroundDraft;
  fault: { field: string; message: string } | null;
  heard: { stream: string; count: number; messages: string[] } | null;
  answer: {
    status: number;
    tookMs: number;
    headers: [string, string][];
    body: string;
    clientId: string;
  } | null;
};

export const headers: HeadersFunction = ({ actionHeaders }) => {
  const cookie = actionHeaders?.get("Set-Cookie") ?? null;
  return cookie === null ? {} : { "Set-Cookie": cookie, "Cache-Control": "no-store" };
};

export async function action({ request, context }: ActionFunctionArgs) {
  const form = new URLSearchParams(await request.text());
  const draft = draftOf(form);
  const outcome = (change: Partial<Outcome>, status: number, headers: Record<string, string> = {}) =>
    json<Outcome>(
      { draft, fault: null, answer: null, heard: null, ...change },
      { status, headers: { "Cache-Control": "no-store", ...headers } },
    );
  const { playground } = context;
  if (!playground)
    return outcome({ fault: { field: "op", message: "This site has no sandbox to send it to." } }, 503);
  const stream = STREAMS.find(({ id }) => id === form.get("stream"));
  const call = readDraft(draft);
  if (stream === undefined && "message" in call) return outcome({ fault: call }, 422);
  const kept = readPlaygroundCookie(request.headers.get("cookie"));
  const origin = context.publicOrigin ?? new URL(request.url).origin;
  // Who has no account of the playground's, or one that the sandbox has forgotten, gets a new one.
  let account = kept ?? (await playground.openAccount());
  if (stream !== undefined) {
    // A token that has ended would hear nothing: the cheapest call tells.
    if (kept !== null && (await playground.send(account, PROFILE)).status === 401)
      account = await playground.openAccount();
    const heard = await playground.listen(account, stream.id, {
      exchangeSegment: ALL_SEGMENTS.find((name) => name === form.get("segment")) ?? "NSE_EQ",
      securityId: /^\d{1,20}$/.exec(form.get("securityId") ?? "")?.[0] ?? "1333",
    });
    return outcome({ heard: { stream: stream.title, ...heard } }, 200, {
      "Set-Cookie": playgroundCookie(account, origin),
    });
  }
  if ("message" in call) return outcome({ fault: call }, 422);
  let answer = await playground.send(account, call);
  if (kept !== null && answer.status === 401) {
    account = await playground.openAccount();
    answer = await playground.send(account, call);
  }
  return outcome({ answer: { ...answer, clientId: account.clientId } }, 200, {
    "Set-Cookie": playgroundCookie(account, origin),
  });
}

export const handle: PageHandle = { query: ["op", "body", "p.*", "b.*", "kept"], docs: true };

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta(matches, {
    title: "API playground",
    description:
      "Every operation of the trading API as a form, sent to the sandbox, with the answer and the same call as code",
    path: "/docs/v2/playground",
  });

export default function Playground() {
  const data = useLoaderData<typeof loader>();
  const xsrf = useRouteLoaderData<typeof rootLoader>("root")?.session?.xsrf ?? null;
  const done = useActionData<typeof action>() ?? null;
  const draft = done?.draft ?? data.draft;
  const operation = TRADING_OPERATION_LIST.find(({ operationId }) => operationId === draft.operationId);
  if (operation === undefined) throw new Error(`no operation ${draft.operationId}`);
  const call = readDraft(draft);
  const samples =
    "message" in call ? null : samplesOf({ ...callOf(operation, {}), path: call.path, body: call.body });
  const fault = done?.fault ?? null;
  const other = otherWay(draft);
  return (
    <DocsFrame current="playground">
      <PageHeader
        title="API playground"
        lead="Choose a call, fill it in, send it. It goes to the sandbox and nowhere else, from an account that is made for you."
      />
      {data.isOpen ? null : <p className="mb-4">This site has no sandbox, so nothing can be sent here.</p>}
      <form action="/docs/v2/playground" method="get" className="flex max-w-2xl flex-wrap items-end gap-3">
        <div className="grow">
          <label htmlFor="op" className="text-sm font-semibold">
            Operation
          </label>
          <select id="op" name="op" defaultValue={draft.operationId} className="field">
            {TRADING_OPERATION_LIST.map((one) => (
              <option key={one.operationId} value={one.operationId}>
                {one.method.toUpperCase()} {one.path}: {one.summary}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="button button-quiet">
          Choose
        </button>
      </form>
      <p className="mt-3 max-w-[75ch]">
        {operation.purpose}{" "}
        <a href={`${docsPath({ id: operation.page })}#${anchorOf(operation)}`} className="link">
          Fields and faults
        </a>
      </p>
      {fault === null ? null : (
        <div className="mt-4">
          <ErrorSummary
            title="It was not sent"
            faults={[{ href: `#${fault.field}`, words: fault.message }]}
          />
        </div>
      )}
      <form action="/docs/v2/playground" method="post" className="mt-6 max-w-2xl space-y-4">
        <input type="hidden" name="op" value={draft.operationId} />
        {xsrf === null ? null : <input type="hidden" name="xsrf" value={xsrf} />}
        {[...Object.entries(draft.path), ...Object.entries(draft.query)].map(([name, value]) => (
          <div key={name}>
            <label htmlFor={`field-${name}`} className="text-sm font-semibold">
              {name}
            </label>
            <input
              id={`field-${name}`}
              name={`p.${name}`}
              defaultValue={value}
              maxLength={200}
              autoComplete="off"
              className="field"
              aria-invalid={fault?.field === `field-${name}` ? true : undefined}
            />
          </div>
        ))}
        {draft.fields === null ? null : <BodyFields operation={operation} texts={draft.fields} />}
        {draft.body === null || draft.fields !== null ? null : (
          <div>
            <label htmlFor="body" className="text-sm font-semibold">
              Body, as JSON
            </label>
            <textarea
              id="body"
              name="body"
              rows={Math.min(22, draft.body.split("\n").length + 1)}
              defaultValue={draft.body}
              maxLength={20_000}
              spellCheck={false}
              className="field font-mono text-sm"
              aria-invalid={fault?.field === "body" ? true : undefined}
            />
          </div>
        )}
        {other === null ? null : (
          <p>
            <a href={other.to} className="link inline-flex min-h-8 items-center text-sm">
              {other.title}
            </a>
          </p>
        )}
        <button type="submit" className="button button-main">
          Send {operation.method.toUpperCase()} {operation.path}
        </button>
      </form>
      {done?.answer ? (
        <section aria-labelledby="answer" className="mt-10">
          <h2 id="answer" className="text-xl">
            Answer: {done.answer.status}, in {done.answer.tookMs} ms
          </h2>
          <p className="mt-1 text-sm text-ink-muted">From the account {done.answer.clientId}.</p>
          <details className="mt-2">
            <summary className="link inline-flex min-h-8 items-center text-sm">Headers</summary>
            <dl className="text-sm">
              {done.answer.headers.map(([name, value]) => (
                <div key={name} className="flex flex-wrap gap-x-3">
                  <dt className="font-mono">{name}:</dt>
                  <dd className="font-mono wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
          </details>
          <CodeBox label="Body of the answer" words={done.answer.body} />
        </section>
      ) : null}
      {samples === null ? null : (
        <section aria-labelledby="same" className="mt-10">
          <h2 id="same" className="text-xl">
            The same call as code
          </h2>
          <p className="mt-2 text-sm">
            With BASE_URL={data.base} and a token from{" "}
            <a href="/sandbox/portal" className="link">
              the portal
            </a>{" "}
            in ACCESS_TOKEN{operation.isData ? ", and its client id in CLIENT_ID" : ""}.{" "}
            <a href={playgroundAddress(draft)} className="link">
              Address of this request
            </a>
          </p>
          {LANGUAGES.map((language) => (
            <details key={language} open={language === "curl"} className="mt-3">
              <summary className="link inline-flex min-h-8 items-center">{LANGUAGE_NAMES[language]}</summary>
              <CodeBox label={`As ${LANGUAGE_NAMES[language]}`} words={samples[language]} />
            </details>
          ))}
        </section>
      )}
      <section aria-labelledby="sockets" className="mt-14">
        <h2 id="sockets" className="text-xl">
          Sockets
        </h2>
        <p className="mt-2 max-w-[65ch]">
          The server listens for three seconds and shows the last ten messages, decoded, with the bytes they
          came in.
        </p>
        <form
          action="/docs/v2/playground#sockets"
          data-listen=""
          method="post"
          className="mt-4 flex max-w-2xl flex-wrap items-end gap-3"
        >
          {xsrf === null ? null : <input type="hidden" name="xsrf" value={xsrf} />}
          <input type="hidden" name="op" value={draft.operationId} />
          <div className="grow basis-64">
            <label htmlFor="stream" className="text-sm font-semibold">
              Stream
            </label>
            <select id="stream" name="stream" className="field">
              {STREAMS.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </div>
          <div>
            <label htmlFor="segment" className="text-sm font-semibold">
              Segment
            </label>
            <select id="segment" name="segment" defaultValue="NSE_EQ" className="field">
              {["NSE_EQ", "IDX_I", "NSE_FNO", "BSE_EQ", "BSE_FNO"].map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <div>
            <label htmlFor="securityId" className="text-sm font-semibold">
              Security id
            </label>
            <input
              id="securityId"
              name="securityId"
              defaultValue="1333"
              inputMode="numeric"
              maxLength={20}
              className="field w-32"
            />
          </div>
          <button type="submit" className="button button-main">
            Listen
          </button>
        </form>
        <div id="heard">
          {done?.heard ? (
            <>
              <p className="mt-4" role="status">
                {done.heard.stream}: {done.heard.count} messages in three seconds
                {done.heard.count === 0
                  ? ". Nothing came: the instrument may not be listed, or not on this stream."
                  : `, the last ${done.heard.messages.length} of them:`}
              </p>
              {done.heard.messages.map((message, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: messages have no name but their place
                <CodeBox key={index} label={`Message ${index + 1}`} words={message} />
              ))}
            </>
          ) : null}
        </div>
      </section>
    </DocsFrame>
  );
}

function BodyFields(props: { operation: TradingOperation; texts: Readonly<Record<string, string>> }) {
  const { texts } = props;
  return (
    <fieldset className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <legend className="text-sm font-semibold">Body</legend>
      {(bodyFields(props.operation) ?? []).map(({ name, kind, choices, isNeeded, what }) => {
        const shared = {
          id: `b-${name}`,
          name: `b.${name}`,
          className: "field",
          ...(what === "" ? {} : { "aria-describedby": `b-${name}-what` }),
        };
        return (
          <div key={name}>
            <label htmlFor={`b-${name}`} className="font-mono text-sm">
              {name}
              {isNeeded ? "" : " (can be left out)"}
            </label>
            {kind === "choice" || kind === "boolean" ? (
              <select {...shared} defaultValue={texts[name] ?? ""}>
                {isNeeded ? null : <option value="">–</option>}
                {choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {choice}
                  </option>
                ))}
              </select>
            ) : (
              <input
                {...shared}
                defaultValue={texts[name] ?? ""}
                inputMode={kind === "number" ? "decimal" : undefined}
                maxLength={200}
                autoComplete="off"
              />
            )}
            {what === "" ? null : (
              <p id={`b-${name}-what`} className="text-xs text-ink-muted">
                {what}
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
