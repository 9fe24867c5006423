// Settings of notifications: events, channels and quiet hours. A channel that the provider does not offer has a
// sentence instead of controls.

import type { ReactNode } from "react";
import { EVENT_CLASS_LABELS } from "../../contract/base-api/event-texts.ts";
import {
  type NotificationSettings,
  type NotificationWay,
  WEBHOOK_URL_CHARS,
} from "../../contract/base-api/notifications.ts";
import { EVENT_CLASSES } from "../../contract/base-api/portfolio.ts";
import { formatDateTime } from "../../format/dates.ts";
import { type ChoiceFaults, choiceValue, type TypedChoices } from "../../portfolio/notification-choices.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { filled } from "../../ui/filled.tsx";
import { Mail, MonitorSmartphone, Webhook } from "../../ui/icons.tsx";
import { SubmitButton, TextLink } from "../../ui/link-button.tsx";
import { Panel } from "../../ui/section.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { messagesText as text } from "./text.ts";

export type MessagesFault = { typed: TypedChoices | null; faults: ChoiceFaults; message: string | null };

export const DONE_TEXTS = {
  chosen: text.saved,
  added: text.browserAdded,
  removed: text.browserRemoved,
  tested: text.testIsOnItsWay,
  untested: text.noTestCouldBeSent,
};

const WAY_LABELS: Record<NotificationWay, string> = {
  push: text.browser,
  email: text.email,
  webhook: text.webhook,
};

type Props = {
  page: string;
  settings: NotificationSettings | null;
  typed: TypedChoices | null;
  faults: ChoiceFaults;
  message: string | null;
  done: string | null;
  xsrf: string;
};

export function Messages(props: Props) {
  const { settings, typed } = props;
  const ways = settings === null ? [] : listOfferedWays(settings);
  const message = Object.entries(DONE_TEXTS).find(([name]) => name === props.done)?.[1];
  return (
    <div className="message-columns">
      <section id="messages" aria-labelledby="messages-title" className="panel panel-body">
        <h2 id="messages-title" className="panel-title">
          {text.messages}
        </h2>
        {message === undefined ? null : (
          <p role="status" className="mt-2 font-semibold">
            {message}
          </p>
        )}
        {settings === null || typed === null || ways.length === 0 ? (
          <p className="mt-2">{text.noMessagesHere}</p>
        ) : (
          <>
            <Choices {...props} settings={settings} typed={typed} ways={ways} />
            <p className="mt-3 text-sm text-ink-muted">{text.chosenIsSent}</p>
          </>
        )}
      </section>
      {settings === null || (ways.length < 2 && settings.webhook?.secret === null) ? null : (
        <Channels {...props} settings={settings} ways={ways} />
      )}
    </div>
  );
}

/** Button that sends a test message over all channels. Renders nothing if no channel is set up. */
export function TestButton(props: Pick<Props, "page" | "settings" | "xsrf">) {
  const { settings, page, xsrf } = props;
  if (settings === null) return null;
  const { push, webhook } = settings;
  const canTest =
    push.devices.length > 0 || listOfferedWays(settings).includes("email") || (webhook?.url ?? null) !== null;
  return canTest ? (
    <SmallForm page={page} xsrf={xsrf} intent="test">
      <SubmitButton kind="quiet">{text.sendATestMessage}</SubmitButton>
    </SmallForm>
  ) : null;
}

function listOfferedWays({ push, email, webhook }: NotificationSettings): NotificationWay[] {
  return [
    ...(push.publicKey === null ? [] : (["push"] as const)),
    ...(email.isOffered && email.address !== null ? (["email"] as const) : []),
    ...(webhook === undefined ? [] : (["webhook"] as const)),
  ];
}

function Choices(props: Props & { typed: TypedChoices; ways: NotificationWay[] }) {
  const { typed, ways, faults, message } = props;
  return (
    // The address has no fragment, because browsers then ignore the autofocus of the errors.
    <form action={props.page} method="post" className="mt-3">
      <input type="hidden" name="xsrf" value={props.xsrf} />
      <ErrorSummary
        title={text.nothingWasChanged}
        faults={[
          ...(message === null ? [] : [{ href: "#messages", message }]),
          ...(faults.from === undefined ? [] : [{ href: "#quiet-from", message: faults.from }]),
          ...(faults.to === undefined ? [] : [{ href: "#quiet-to", message: faults.to }]),
          ...(faults.webhookUrl === undefined ? [] : [{ href: "#webhook", message: faults.webhookUrl }]),
        ]}
      />
      <ChoiceTable typed={typed} ways={ways} />
      {ways.includes("webhook") ? <WebhookField typed={typed.webhookUrl} fault={faults.webhookUrl} /> : null}
      <details className="mt-4" open={typed.isQuiet || faults.from !== undefined || faults.to !== undefined}>
        <summary className="link inline-flex min-h-8 items-center">{text.quietHours}</summary>
        <label className="mt-1 flex min-h-11 items-center gap-2">
          <input type="checkbox" name="quiet" value="yes" defaultChecked={typed.isQuiet} className="size-5" />
          {text.sendNothingInQuietHours}
        </label>
        <div className="flex flex-wrap gap-4">
          <TextField
            id="quiet-from"
            type="time"
            name="from"
            label={text.from}
            fault={faults.from}
            defaultValue={typed.hours.from}
          />
          <TextField
            id="quiet-to"
            type="time"
            name="to"
            label={text.toIst}
            fault={faults.to}
            defaultValue={typed.hours.to}
          />
        </div>
      </details>
      <button type="submit" name="intent" value="choose" className="button button-main mt-4">
        {text.save}
      </button>
    </form>
  );
}

/** Renders one check box per event and way. */
function ChoiceTable({ typed, ways }: { typed: TypedChoices; ways: NotificationWay[] }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{text.tableCaption}</caption>
      <thead>
        <tr className="bg-surface-sunken text-ink-muted">
          <th scope="col" className="px-3 py-2 text-start font-semibold">
            {text.event}
          </th>
          {ways.map((way) => (
            <th key={way} scope="col" className="w-18 py-2 text-center font-semibold">
              {WAY_LABELS[way]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {EVENT_CLASSES.map((name) => (
          <tr key={name} className="border-b border-line">
            <th scope="row" className="px-3 py-2 text-start font-normal">
              {EVENT_CLASS_LABELS[name]}
            </th>
            {ways.map((way) => (
              <td key={way} className="text-center">
                <label className="inline-grid size-11 place-items-center">
                  <span className="sr-only">
                    {EVENT_CLASS_LABELS[name]}: {WAY_LABELS[way]}
                  </span>
                  <input
                    type="checkbox"
                    name="on"
                    value={choiceValue(name, way)}
                    defaultChecked={typed.choices[name][way]}
                    className="size-5"
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function WebhookField({ typed, fault }: { typed: string; fault: string | undefined }) {
  return (
    <TextField
      box="mt-4"
      id="webhook"
      name="webhookUrl"
      label={text.webhookAddress}
      hint={typed === "" ? text.webhookNeeded : undefined}
      fault={fault}
      type="text"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      maxLength={WEBHOOK_URL_CHARS}
      placeholder={text.webhookStart}
      defaultValue={typed}
    />
  );
}

function WebhookState({ webhook }: { webhook: NonNullable<NotificationSettings["webhook"]> }) {
  const { secret, lastSentAt, fault } = webhook;
  if (secret === null) return null;
  return (
    <li>
      <Webhook />
      <div className="min-w-0">
        <h3>{text.webhook}</h3>
        <p className={fault === null ? undefined : "font-semibold text-loss"}>
          {fault !== null
            ? text.webhookFailed(fault)
            : lastSentAt === null
              ? text.webhookUnused
              : text.webhookDelivered(formatDateTime(new Date(lastSentAt)))}
        </p>
        <details>
          <summary className="link inline-flex min-h-8 items-center">{text.webhookSecret}</summary>
          <p className="[overflow-wrap:anywhere]">
            <code>{secret}</code>
          </p>
          <p>
            {filled(text.webhookSigned, {
              link: <TextLink to="/docs/v2/postback">{text.likePostbacks}</TextLink>,
            })}
          </p>
        </details>
      </div>
    </li>
  );
}

function Channels(props: Props & { settings: NotificationSettings; ways: NotificationWay[] }) {
  const { settings, ways } = props;
  const { push, email, webhook } = settings;
  return (
    <Panel id="channels-title" title={text.channels}>
      <ul className="channel-list">
        {ways.includes("email") ? (
          <li>
            <Mail />
            <div className="min-w-0">
              <h3>{text.email}</h3>
              <p className="[overflow-wrap:anywhere]">{text.addressOnFile(email.address ?? "")}</p>
            </div>
            <span className="badge badge-live">{text.on}</span>
          </li>
        ) : null}
        {push.publicKey === null ? null : <Browsers {...props} publicKey={push.publicKey} />}
        {webhook === undefined ? null : <WebhookState webhook={webhook} />}
      </ul>
    </Panel>
  );
}

/** Lists the registered browsers, with a form that registers this one. */
function Browsers(props: Props & { settings: NotificationSettings; publicKey: string }) {
  const { page, xsrf } = props;
  return (
    <>
      {props.settings.push.devices.map(({ id, name, addedAt, lastSentAt }) => (
        <li key={id}>
          <MonitorSmartphone />
          <div className="min-w-0">
            <h3>{name}</h3>
            <p>
              {lastSentAt === null
                ? text.nothingSentYet(formatDateTime(new Date(addedAt)))
                : text.lastMessage({
                    added: formatDateTime(new Date(addedAt)),
                    last: formatDateTime(new Date(lastSentAt)),
                  })}
            </p>
          </div>
          <SmallForm page={page} xsrf={xsrf} intent="remove">
            <input type="hidden" name="device" value={id} />
            <SubmitButton kind="quiet">
              {text.remove}
              <span className="sr-only"> {name}</span>
            </SubmitButton>
          </SmallForm>
        </li>
      ))}
      <li>
        <MonitorSmartphone />
        <div className="min-w-0">
          <h3>{text.thisBrowser}</h3>
          <p data-push-said="" role="status">
            {text.scriptsAreNeeded}
          </p>
          <form action={page} method="post" hidden data-push-key={props.publicKey} className="mt-2">
            <input type="hidden" name="xsrf" value={xsrf} />
            <input type="hidden" name="intent" value="add" />
            <input type="hidden" name="subscription" value="" />
            <input type="hidden" name="name" value="" />
            <SubmitButton kind="quiet">{text.sendToThisBrowser}</SubmitButton>
          </form>
        </div>
      </li>
    </>
  );
}

function SmallForm(props: { page: string; xsrf: string; intent: string; children: ReactNode }) {
  return (
    <form action={props.page} method="post">
      <input type="hidden" name="xsrf" value={props.xsrf} />
      <input type="hidden" name="intent" value={props.intent} />
      {props.children}
    </form>
  );
}
