// Parts of the playground's page other than its form: the account, the same call as code, and the sockets.
import { CodeBox } from "../ui/code-box.tsx";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "./blocks.ts";
import { PlaygroundReceived } from "./playground-answer.tsx";
import type { SentOutcome } from "./playground-outcome.ts";
import { STREAMS } from "./playground-streams.ts";

const ACCOUNT = "/docs/v2/playground/account";

/** The account of this browser, and a way to take one's own. */
export function PlaygroundAccountPanel(props: {
  clientId: string | null;
  isRefused: boolean;
  xsrf: string | null;
}) {
  const { clientId, isRefused, xsrf } = props;
  const token = xsrf === null ? null : <input type="hidden" name="xsrf" value={xsrf} />;
  return (
    <section id="account" aria-label="Account" className="panel mb-6 p-4">
      <p>
        {clientId === null ? (
          "No account yet: the first request makes one."
        ) : (
          <>
            Account <code>{clientId}</code>. Its token is sealed in a cookie of this browser.
          </>
        )}{" "}
        <a href="/sandbox/portal" className="link">
          Developer portal
        </a>
      </p>
      <details open={isRefused} className="mt-1">
        <summary className="link inline-flex min-h-9 items-center text-sm">Use my own account</summary>
        {isRefused ? (
          <p role="alert" className="mt-1 font-semibold text-loss">
            This token is worth nothing here. Make another in the portal.
          </p>
        ) : null}
        <form action={ACCOUNT} method="post" className="mt-2 flex max-w-2xl flex-wrap items-end gap-3">
          {token}
          <div className="grow basis-64">
            <label htmlFor="token" className="text-sm font-semibold">
              Access token
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
          </div>
          <button type="submit" name="intent" value="use" className="button button-quiet">
            Use this account
          </button>
        </form>
        {clientId === null ? null : (
          <form action={ACCOUNT} method="post" className="mt-2">
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
      </details>
    </section>
  );
}

export function PlaygroundCode(props: {
  samples: Record<Language, string>;
  base: string;
  isData: boolean;
  address: string;
  hasAccount: boolean;
}) {
  return (
    <section aria-labelledby="same">
      <h2 id="same" className="text-xl">
        The same request as code
      </h2>
      <p className="mt-2 text-sm text-ink-muted">
        Set BASE_URL={props.base} and ACCESS_TOKEN{props.isData ? " and CLIENT_ID" : ""} in the environment
        {props.hasAccount ? "; where scripts run, Copy fills in those of the account above." : "."}{" "}
        <a href={props.address} className="link">
          Address of this request
        </a>
      </p>
      {LANGUAGES.map((language) => (
        <details key={language} open={language === "curl"} className="mt-3">
          <summary className="link inline-flex min-h-8 items-center">{LANGUAGE_NAMES[language]}</summary>
          <CodeBox label={`As ${LANGUAGE_NAMES[language]}`} words={props.samples[language]} fill={language} />
        </details>
      ))}
    </section>
  );
}

export function PlaygroundSockets(props: {
  operationId: string;
  heard: SentOutcome["heard"];
  hasAccount: boolean;
  xsrf: string | null;
}) {
  const { heard } = props;
  return (
    <section aria-labelledby="sockets" className="mt-14">
      <h2 id="sockets" className="text-xl">
        Sockets
      </h2>
      <p className="mt-2 max-w-[65ch]">
        Without scripts the server listens for three seconds and shows the last ten messages; with them, each
        message appears as it comes, for up to a minute. Decoded, with the bytes they came in.
      </p>
      <form
        action="/docs/v2/playground#sockets"
        data-listen={props.hasAccount ? "stream" : ""}
        method="post"
        className="mt-4 flex max-w-2xl flex-wrap items-end gap-3"
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
            defaultValue={STREAMS.find(({ title }) => title === heard?.stream)?.id}
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
        <button type="submit" className="button button-main">
          Listen
        </button>
      </form>
      <div id="heard" tabIndex={-1}>
        {heard === null ? null : <PlaygroundReceived heard={heard} />}
      </div>
    </section>
  );
}
