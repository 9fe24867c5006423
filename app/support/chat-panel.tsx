// The conversation and its form. Each message states its sender as text. After sending, the page scrolls to the newest
// message.

import { CHAT_TEXT_CHARS, type Conversation } from "../contract/base-api/chat.ts";
import { formatDateTime } from "../format/dates.ts";
import { SubmitButton, TextLink } from "../ui/link-button.tsx";
import { Panel } from "../ui/section.tsx";
import { chatPanelText as text } from "./text.ts";

/** The entered text, and the reason why it was not sent. */
export type ChatRefusal = { text: string; message: string };

export function ChatPanel(props: {
  conversation: Conversation | null;
  isAway: boolean;
  refused: ChatRefusal | null;
  xsrf: string | null;
}) {
  const { refused } = props;
  const messages = props.conversation?.messages ?? [];
  return (
    <Panel id="chat" title={text.chat}>
      <p className="text-sm text-ink-muted">{text.whoAnswers}</p>
      {props.isAway ? <p className="mt-3 font-semibold">{text.notAnswering}</p> : null}
      {messages.length === 0 ? null : (
        <ol className="mt-5 space-y-4">
          {messages.map((message, index) => (
            <li
              key={`${message.at} ${message.from} ${message.text}`}
              id={index === messages.length - 1 ? "last" : undefined}
              className={`rounded-md p-3 ${message.from === "reader" ? "ms-8 bg-accent text-accent-ink" : "me-8 bg-surface-sunken"}`}
            >
              <p className={message.from === "reader" ? "text-xs" : "text-xs text-ink-muted"}>
                {message.from === "reader" ? text.you : message.isPerson ? text.person : text.answer},{" "}
                {formatDateTime(new Date(message.at))}
              </p>
              <p className="mt-1 whitespace-pre-wrap">{message.text}</p>
              {message.page === null ? null : (
                <p className="mt-2">
                  <TextLink to={message.page.path}>{message.page.title}</TextLink>
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      <form action="/support#chat" method="post" className="no-print mt-4">
        {props.xsrf === null ? null : <input type="hidden" name="xsrf" value={props.xsrf} />}
        <input type="hidden" name="after" value={messages.length} />
        <label htmlFor="chat-text" className="font-semibold">
          {messages.length === 0 ? text.yourQuestion : text.goOn}
        </label>
        <textarea
          id="chat-text"
          name="text"
          rows={2}
          required
          maxLength={CHAT_TEXT_CHARS}
          defaultValue={refused?.text ?? ""}
          aria-invalid={refused === null ? undefined : true}
          aria-describedby={refused === null ? undefined : "chat-fault"}
          className="field mt-1.5"
        />
        {refused === null ? null : (
          <p id="chat-fault" role="alert" className="mt-1 text-sm font-semibold text-loss">
            {refused.message}
          </p>
        )}
        <SubmitButton className="mt-3">{text.send}</SubmitButton>
      </form>
    </Panel>
  );
}
