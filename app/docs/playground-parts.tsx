// Parts of the playground's page other than its form: the account, the call as code, sent requests, and the sockets.
import { TRADING_OPERATION_LIST } from "../contract/trading-api/operations.ts";
import { CodeBox } from "../ui/code-box.tsx";
import { CodeTabs } from "../ui/code-tabs.tsx";
import { SubmitButton, TextLink } from "../ui/link-button.tsx";
import { Panel, Section } from "../ui/section.tsx";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "./blocks.ts";
import { Method } from "./operation-list.tsx";
import type { SentOutcome, SentSummary } from "./playground-outcome.ts";
import { PlaygroundReceived } from "./playground-response.tsx";
import { STREAMS } from "./playground-streams.ts";

const ACCOUNT = "/docs/v2/playground/account";
const ERROR_STATUS_FROM = 400;

/** Shows this browser's account, and a form to use another account. */
export function PlaygroundAccountPanel(props: {
  clientId: string | null;
  isRefused: boolean;
  xsrf: string | null;
}) {
  const { clientId, isRefused, xsrf } = props;
  const token = xsrf === null ? null : <input type="hidden" name="xsrf" value={xsrf} />;
  return (
    <section id="account" aria-label="Account" className="play-account">
      <p className="tag">
        {clientId === null ? (
          "The first call creates an account"
        ) : (
          <>
            Account&nbsp;<code>{clientId}</code>
          </>
        )}
      </p>{" "}
      <details open={isRefused}>
        <summary className="button button-quiet">Change</summary>
        <div className="panel play-account-form">
          {isRefused ? (
            <p role="alert" className="mb-2 font-semibold text-loss">
              This token is not valid here. Create another in the portal.
            </p>
          ) : null}
          <form action={ACCOUNT} method="post">
            {token}
            <label htmlFor="token" className="text-sm font-semibold">
              Access token of your account
            </label>
            <input
              id="token"
              name="token"
              type="password"
              autoComplete="off"
              maxLength={200}
              required
              className="field mt-1"
              aria-invalid={isRefused ? true : undefined}
            />
            <button type="submit" name="intent" value="use" className="button button-main mt-3">
              Use this account
            </button>
          </form>
          <p className="mt-3 text-sm">
            <TextLink to="/sandbox/portal">Developer portal</TextLink>
          </p>
          {clientId === null ? null : (
            <form action={ACCOUNT} method="post">
              {token}
              <button
                type="submit"
                name="intent"
                value="forget"
                className="link min-h-9 cursor-pointer text-sm"
              >
                Forget this account here
              </button>
            </form>
          )}
        </div>
      </details>
    </section>
  );
}

export function PlaygroundCode(props: {
  samples: Record<Language, { words: string; html: string | undefined }>;
  language: Language;
  base: string;
  address: string;
  hasAccount: boolean;
}) {
  const { samples, language, base, address, hasAccount } = props;
  return (
    <Section id="same" title="The same request as code" titleClass="sr-only">
      <CodeTabs
        name="language"
        label="Language"
        chosen={language}
        tabs={LANGUAGES.map((one) => ({
          id: one,
          title: LANGUAGE_NAMES[one],
          content: (
            <CodeBox
              label={`As ${LANGUAGE_NAMES[one]}`}
              words={samples[one].words}
              html={samples[one].html}
              fill={one}
            />
          ),
        }))}
      />
      <p className="mt-2 text-sm text-ink-muted">
        TypeScript and Python use the <TextLink to="/docs/v2/clients">official clients</TextLink>. Set
        BASE_URL={base}, ACCESS_TOKEN and CLIENT_ID{hasAccount ? "; Copy fills them in." : "."}{" "}
        <TextLink to={address}>Address of this request</TextLink>
      </p>
    </Section>
  );
}

/** Lists the account's latest requests with links to their responses. */
export function PlaygroundHistory({
  sent,
  current,
}: {
  sent: readonly SentSummary[];
  current: string | null;
}) {
  if (sent.length === 0) return null;
  return (
    <Section id="sent" title="Sent from here" className="panel" titleClass="px-4 pt-3 text-base">
      <ol className="docs-operations">
        {sent.flatMap(({ id, operationId, status, tookMs }) => {
          const operation = TRADING_OPERATION_LIST.find((one) => one.operationId === operationId);
          return operation === undefined
            ? []
            : [
                <li key={id}>
                  <a
                    href={`/docs/v2/playground?op=${operationId}&result=${id}#answer`}
                    aria-current={id === current ? "true" : undefined}
                    className="docs-operation"
                  >
                    <Method method={operation.method.toUpperCase()} />{" "}
                    <span className="docs-operation-path">{operation.path}</span>
                  </a>{" "}
                  <strong className={status < ERROR_STATUS_FROM ? "text-gain" : "text-loss"}>{status}</strong>{" "}
                  <span className="text-xs text-ink-muted">{tookMs} ms</span>
                </li>,
              ];
        })}
      </ol>
    </Section>
  );
}

export function PlaygroundSockets(props: {
  operationId: string;
  received: SentOutcome["received"];
  hasAccount: boolean;
  xsrf: string | null;
}) {
  const { received } = props;
  return (
    <Panel id="sockets" title="Listen to a socket">
      <form
        action="/docs/v2/playground#sockets"
        data-listen={props.hasAccount ? "stream" : ""}
        method="post"
        className="mt-3 flex flex-wrap items-end gap-3"
      >
        {props.xsrf === null ? null : <input type="hidden" name="xsrf" value={props.xsrf} />}
        <input type="hidden" name="op" value={props.operationId} />
        <div className="grow basis-64">
          <label htmlFor="stream" className="text-sm font-semibold">
            Stream
          </label>
          <select
            id="stream"
            name="stream"
            defaultValue={STREAMS.find(({ title }) => title === received?.stream)?.id}
            className="field"
          >
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
        <SubmitButton kind="quiet">Listen</SubmitButton>
      </form>
      <div id="heard" tabIndex={-1}>
        {received === null ? null : <PlaygroundReceived received={received} />}
      </div>
    </Panel>
  );
}
