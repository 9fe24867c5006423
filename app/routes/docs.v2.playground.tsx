// The playground: any operation of the trading API as a form. The server sends the request to the sandbox, stores the
// response there, and redirects to a page with the response and sample code, so that a reload sends nothing again. The
// address contains the request and can be shared; opening it sends nothing. Each browser has its own sandbox account,
// whose encrypted token is in a cookie.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import type { TradingOperation } from "../contract/trading-api/operation.ts";
import { TRADING_OPERATION_LIST, TRADING_OPERATIONS } from "../contract/trading-api/operations.ts";
import { ALL_SEGMENTS } from "../contract/trading-api/vocabulary.ts";
import { LANGUAGES, type Language } from "../docs/blocks.ts";
import type { DocsFrameData } from "../docs/docs-frame.tsx";
import { highlightCode } from "../docs/highlight.ts";
import { readLanguage } from "../docs/language.ts";
import { OperationTree } from "../docs/operation-tree.tsx";
import { resolveApiPlace } from "../docs/place.ts";
import {
  makeCorrelationIdUnique,
  type PlaygroundDraft,
  parseDraft,
  playgroundAddress,
  readDraft,
} from "../docs/playground.ts";
import { ExpiredResponse, RequestForm } from "../docs/playground-form.tsx";
import { readOutcome, readSummaries, type SentOutcome } from "../docs/playground-outcome.ts";
import {
  PlaygroundAccountPanel,
  PlaygroundCode,
  PlaygroundHistory,
  PlaygroundSockets,
} from "../docs/playground-parts.tsx";
import { type FollowUp, PlaygroundResponse } from "../docs/playground-response.tsx";
import { STREAMS } from "../docs/playground-streams.ts";
import { findRecordedCall } from "../docs/recorded.ts";
import { renderSamples } from "../docs/samples.ts";
import { missing } from "../frame/missing.ts";
import { createCookieHeaders } from "../http/cookies.ts";
import type { loader as rootLoader } from "../root.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { CodeBox } from "../ui/code-box.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

/** A call without simulated faults, which returns 401 only if the token is no longer valid. */
const TOKEN_CHECK = { method: "GET", path: "/sandbox/faults", body: undefined };
/** Number of earlier requests that the page lists. */
const SENT_CALLS_SHOWN_MAX = 6;
const RESULT = /^[\w-]{10,80}$/;

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!resolveApiPlace(context, request).hasSandbox)
    throw missing({ request, context }, "The documentation has no such page.", [
      { title: "API documentation", path: "/docs/v2/" },
    ]);
  const url = new URL(request.url);
  const result = url.searchParams.get("result");
  const account = (await context.playground?.account()) ?? null;
  const suffix = Math.random().toString(36).slice(2, 8).padEnd(6, "0");
  const page = {
    draft: makeCorrelationIdUnique(parseDraft(url.searchParams), suffix),
    clientId: account?.clientId ?? null,
    refusedToken: url.searchParams.get("token") === "refused",
    isOpen: context.playground !== null && context.playground !== undefined,
    base: `${context.publicOrigin ?? url.origin}/sandbox/v2`,
    language: readLanguage(request).language,
    recentAnswers:
      account === null
        ? []
        : readSummaries((await context.playground?.recentAnswers(account)) ?? [], SENT_CALLS_SHOWN_MAX),
    result,
  };
  if (result === null) return { ...page, sent: null, isGone: false };
  // A stored response is visible only to the account that made the call.
  const isRequested = account !== null && context.playground && RESULT.test(result);
  const sent = isRequested ? readOutcome(await context.playground?.loadAnswer(account, result)) : null;
  return json(
    {
      ...page,
      draft:
        sent === null
          ? page.draft
          : makeCorrelationIdUnique(parseDraft(new URLSearchParams(sent.form)), suffix),
      sent,
      isGone: sent === null,
    },
    { status: sent === null ? 410 : 200, headers: { "Cache-Control": "no-store" } },
  );
}

type Refused = { draft: PlaygroundDraft; fault: { field: string; message: string } };

export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const rule = (actionHeaders ?? new Headers()).get("Cache-Control") ?? loaderHeaders.get("Cache-Control");
  return rule === null ? {} : { "Cache-Control": rule };
};

export async function action({ request, context }: ActionFunctionArgs) {
  const form = new URLSearchParams(await request.text());
  form.delete("xsrf");
  const draft = parseDraft(form);
  const refuse = (fault: Refused["fault"], status: number) =>
    json<Refused>({ draft, fault }, { status, headers: { "Cache-Control": "no-store" } });
  const { playground } = context;
  if (!playground)
    return refuse(
      { field: "op", message: "The call was not sent: sending calls is switched off on this site." },
      503,
    );
  const stream = STREAMS.find(({ id }) => id === form.get("stream"));
  const call = readDraft(draft);
  if (stream === undefined && "message" in call) return refuse(call, 422);
  const storedAccount = await playground.account();
  // Creates an account if this browser has none.
  let account = storedAccount ?? (await playground.openAccount());
  const show = async (outcome: Pick<SentOutcome, "answer" | "received">) => {
    const { answer } = outcome;
    const summary =
      answer === null
        ? null
        : { operationId: draft.operationId, status: answer.status, tookMs: answer.tookMs };
    const sent = { form: form.toString(), ...outcome } satisfies SentOutcome;
    const id = await playground.saveAnswer(account, { ...sent, summary });
    const query = new URLSearchParams({ op: draft.operationId, result: id });
    return redirect(`/docs/v2/playground?${query}#${outcome.received === null ? "answer" : "sockets"}`, {
      status: 303,
      headers: createCookieHeaders(await playground.bindAccount(account)),
    });
  };
  const hasEnded = async () =>
    storedAccount !== null && (await playground.send(storedAccount, TOKEN_CHECK)).status === 401;
  if (stream !== undefined) {
    // A stream with an expired token would receive no messages.
    if (await hasEnded()) account = await playground.openAccount();
    const received = await playground.listen(account, stream.id, {
      exchangeSegment: ALL_SEGMENTS.find((name) => name === form.get("segment")) ?? "NSE_EQ",
      securityId: /^\d{1,20}$/.exec(form.get("securityId") ?? "")?.[0] ?? "1333",
    });
    return show({ answer: null, received: { stream: stream.title, ...received } });
  }
  if ("message" in call) return refuse(call, 422);
  let answer = await playground.send(account, call);
  // A renewal ends the former token.
  if (draft.operationId === "renewToken" && answer.status === 200)
    account = {
      ...account,
      token: TRADING_OPERATIONS.renewToken.answer.parse(JSON.parse(answer.body)).accessToken,
    };
  // A simulated fault also returns 401; the account then remains.
  if (answer.status === 401 && (await hasEnded())) {
    account = await playground.openAccount();
    answer = await playground.send(account, call);
  }
  return show({ answer: { ...answer, clientId: account.clientId }, received: null });
}

export const handle: PageHandle = {
  query: ["op", "body", "p.*", "b.*", "fault", "result", "token"],
  docs: true,
};

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta(matches, {
    title: "API playground",
    description:
      "Every operation of the trading API as a form, sent to the sandbox, with the response and the same call as code",
    path: "/docs/v2/playground",
  });

export default function Playground() {
  const data = useLoaderData<typeof loader>();
  const xsrf = useRouteLoaderData<typeof rootLoader>("root")?.session?.xsrf ?? null;
  const pages = useRouteLoaderData<DocsFrameData>("routes/docs.v2")?.pages ?? [];
  const refused = (useActionData<typeof action>() as Refused | undefined) ?? null;
  const draft = refused?.draft ?? data.draft;
  const sent = refused === null ? data.sent : null;
  const operation = TRADING_OPERATION_LIST.find(({ operationId }) => operationId === draft.operationId);
  if (operation === undefined) throw new Error(`no operation ${draft.operationId}`);
  const fault = refused?.fault ?? null;
  const samples = buildSamples(operation, draft);
  const hasAccount = data.clientId !== null;
  return (
    <>
      <Breadcrumbs crumbs={[{ title: "Docs", path: "/docs/v2/" }]} here="API playground" />
      <PageHeader
        title="API playground"
        lead="Choose a method, fill in its fields and send it to the sandbox."
      >
        {data.isOpen ? (
          <PlaygroundAccountPanel clientId={data.clientId} isRefused={data.refusedToken} xsrf={xsrf} />
        ) : null}
      </PageHeader>
      {data.isOpen ? null : (
        <p className="mb-4">Sending calls is switched off on this site. The form shows each call as code.</p>
      )}
      {data.isGone && refused === null ? <ExpiredResponse /> : null}
      {fault === null ? null : (
        <ErrorSummary
          title="The call was not sent"
          faults={[{ href: `#${fault.field}`, message: fault.message }]}
        />
      )}
      <div className="play">
        <OperationTree operation={operation} pages={pages} />
        <RequestForm draft={draft} operation={operation} faultField={fault?.field ?? null} xsrf={xsrf} />
        <div className="split-stack play-side">
          {sent?.answer ? (
            <PlaygroundResponse
              answer={sent.answer}
              html={highlightCode("json", sent.answer.body) ?? undefined}
              followUps={listFollowUps(sent.answer)}
            />
          ) : data.isGone ? null : (
            <RecordedAnswer operation={operation} />
          )}
          {samples === null ? null : (
            <PlaygroundCode
              samples={samples}
              language={data.language}
              base={data.base}
              address={playgroundAddress(draft)}
              hasAccount={hasAccount}
            />
          )}
          <PlaygroundHistory sent={data.recentAnswers} current={data.result} />
        </div>
        <PlaygroundSockets
          operationId={draft.operationId}
          received={sent?.received ?? null}
          hasAccount={hasAccount}
          xsrf={xsrf}
        />
      </div>
    </>
  );
}

/** Renders the documented example response until the user sends a call. */
function RecordedAnswer({ operation }: { operation: TradingOperation }) {
  const recorded = operation.answer === "csv" ? null : findRecordedCall(operation);
  if (recorded === null) return null;
  const responseJson = JSON.stringify(recorded.answer, null, 2) ?? "";
  return (
    <CodeBox
      title="Recorded response"
      label="Recorded response"
      words={responseJson}
      html={highlightCode("json", responseJson) ?? undefined}
    />
  );
}

/** Returns sample code for the call in each language. Null if the form is invalid. */
function buildSamples(
  operation: TradingOperation,
  draft: PlaygroundDraft,
): Record<Language, { words: string; html: string | undefined }> | null {
  const call = readDraft(draft);
  if ("message" in call) return null;
  const { body, fault } = call;
  const samples = renderSamples({
    operation,
    example: { path: draft.path, query: draft.query, body },
    fault,
  });
  return Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      { words: samples[language], html: highlightCode(language, samples[language]) ?? undefined },
    ]),
  ) as Record<Language, { words: string; html: string | undefined }>;
}

/** Returns suggested calls after an order was placed: one reads the order, another lists the positions. */
function listFollowUps({ status, body }: NonNullable<SentOutcome["answer"]>): FollowUp[] {
  const orderId = status < 300 ? /^\{\s*"orderId": "(\d+)"/.exec(body)?.[1] : undefined;
  if (orderId === undefined) return [];
  return [
    { title: "Read this order", to: `/docs/v2/playground?op=getOrder&p.orderId=${orderId}` },
    { title: "List positions", to: "/docs/v2/playground?op=listPositions" },
  ];
}
