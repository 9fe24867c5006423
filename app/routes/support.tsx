// Contacts, a chat that works without scripts, and short answers. Only the chat needs the provider.
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { CHAT_TEXT_CHARS, chatTextSchema } from "../contract/base-api/chat.ts";
import { SEARCH_TEXT_MAX_CHARS } from "../contract/base-api/limits.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE, type Site } from "../contract/site/site.ts";
import { createCookieHeaders } from "../http/cookies.ts";
import { notFound, readRefusal } from "../http/problem.ts";
import type { loader as rootLoader } from "../root.tsx";
import { ChatPanel, type ChatRefusal } from "../support/chat-panel.tsx";
import { SUPPORT_FAQS } from "../support/faqs.ts";
import { HELP_TEXTS } from "../support/help-texts.ts";
import { supportText as text } from "../support/text.ts";
import { Fold } from "../ui/fold.tsx";
import { ChartLine, CodeXml, Megaphone, ReceiptText, TriangleAlert, UserRound } from "../ui/icons.tsx";
import { SubmitButton, TextLink } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { fixedMeta } from "../ui/page-meta.ts";
import { Panel } from "../ui/section.tsx";

/**
 * The page is cached, so that the phone number is shown even if the provider is unavailable. Visitors with a chat
 * cookie get an individual page.
 */
export const handle: PageHandle = { forms: true, styles: "docs", shared: { exceptCookies: ["chat"] } };

export async function loader({ context }: LoaderFunctionArgs) {
  if (!context.chat) return { hasChat: false, isAway: false, conversation: null };
  try {
    return { hasChat: true, isAway: false, conversation: await context.chat.read() };
  } catch (fault) {
    if (!(fault instanceof Response)) throw fault;
    return { hasChat: true, isAway: true, conversation: null };
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  if (!context.chat) throw notFound(text.noChat);
  const form = await request.formData();
  const typed = form.get("text");
  const question = typeof typed === "string" ? typed : "";
  const refuse = (message: string, init: number | ResponseInit) =>
    json<ChatRefusal>({ text: question, message }, init);
  const parsed = chatTextSchema.safeParse(question);
  if (!parsed.success)
    return refuse(question.trim() === "" ? text.noQuestion : text.tooLong(CHAT_TEXT_CHARS), 422);
  const after = Number(form.get("after"));
  try {
    const posted = await context.chat.post(parsed.data, Number.isInteger(after) ? after : 0);
    if (posted === null) return refuse(text.tooMany, 429);
    return redirect("/support#last", { status: 303, headers: createCookieHeaders(posted.cookies) });
  } catch (fault) {
    const { message, init } = await readRefusal(fault);
    return refuse(message, init);
  }
}

export const meta = fixedMeta(text, "/support");

export default function Support() {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { brand, links } = root?.site ?? DEFAULT_SITE;
  const { hasChat, isAway, conversation } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as ChatRefusal | undefined;
  return (
    <>
      <PageHeader title={text.title} lead={hasChat ? text.leadWithChat : text.lead}>
        <search>
          <form action="/search" method="get" className="flex">
            <label htmlFor="support-search" className="sr-only">
              {text.describe}
            </label>
            <input
              id="support-search"
              name="q"
              type="search"
              maxLength={SEARCH_TEXT_MAX_CHARS}
              placeholder={text.describe}
              className="field rounded-e-none border-e-0"
            />
            <SubmitButton kind="quiet" className="rounded-s-none">
              {text.find}
            </SubmitButton>
          </form>
        </search>
      </PageHeader>
      <div className="split">
        <div className="split-stack">
          <Topics />
          <FrequentQuestions />
        </div>
        <div className="split-stack">
          {hasChat ? (
            <ChatPanel
              conversation={conversation}
              isAway={isAway}
              refused={refused ?? null}
              xsrf={root?.session?.xsrf ?? null}
            />
          ) : null}
          <Contacts brand={brand} />
        </div>
      </div>
      <FurtherSteps brand={brand} complaints={links.complaints} />
    </>
  );
}

function Topics() {
  return (
    <nav aria-label={text.topics} className="topic-cards">
      {TOPICS.map(({ title, hint, to, Icon }) => (
        <a key={title} href={to} className="panel">
          <Icon className="topic-icon" />
          <span>
            <strong>{title}</strong> <span className="text-xs text-ink-muted">{hint}</span>{" "}
          </span>
        </a>
      ))}
    </nav>
  );
}

function FrequentQuestions() {
  return (
    <section aria-labelledby="faq">
      <h2 id="faq" className="mb-3 text-xl">
        {text.questions}
      </h2>
      <div className="folds">
        {FREQUENT_QUESTIONS.map(({ id, question, answer }) => (
          <Fold key={id} id={id} title={question}>
            <p className="max-w-[70ch] text-ink-muted">{answer}</p>
          </Fold>
        ))}
      </div>
    </section>
  );
}

function FurtherSteps({ brand, complaints }: { brand: Site["brand"]; complaints: string }) {
  return (
    <Panel id="steps" title={text.notEnough} className="step-panel mt-6">
      <ol className="step-row">
        <li>
          <strong>{text.complianceOfficer}</strong>{" "}
          <span className="block text-sm text-ink-muted">{brand.complianceOfficer}</span>
        </li>
        <li>
          <a href={complaints} rel="noopener external" className="link font-semibold">
            {text.scores}
          </a>{" "}
          <span className="block text-sm text-ink-muted">{text.complaintSystem}</span>
        </li>
      </ol>
    </Panel>
  );
}

/** Renders the contacts, whether or not the site has a chat. */
function Contacts({ brand }: { brand: Site["brand"] }) {
  return (
    <Panel id="person" title={text.reachAPerson}>
      <dl className="facts mt-2">
        <div>
          <dt>{text.call}</dt>
          <dd>
            <TextLink to={`tel:${brand.supportPhone.replace(/[^+\d]/g, "")}`}>{brand.supportPhone}</TextLink>
          </dd>
        </div>
        <div>
          <dt>{text.write}</dt>
          <dd>
            <a href={`mailto:${brand.supportEmail}`} className="link wrap-anywhere">
              {brand.supportEmail}
            </a>
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

/** Links to the pages that answer the most frequent questions, by subject. */
const TOPICS = [
  { title: text.topicWrong, hint: text.topicWrongHint, to: "/algos/my-algos/orders", Icon: TriangleAlert },
  { title: text.topicMoney, hint: text.topicMoneyHint, to: "/algos/my-algos/statements", Icon: ReceiptText },
  { title: text.topicAccount, hint: text.topicAccountHint, to: "/account/sessions", Icon: UserRound },
  { title: text.topicApi, hint: text.topicApiHint, to: "/docs/v2/errors", Icon: CodeXml },
  { title: text.topicRisk, hint: text.topicRiskHint, to: "/algos/risk-methodology", Icon: ChartLine },
  { title: text.topicComplain, hint: text.topicComplainHint, to: "#complain", Icon: Megaphone },
];

const FREQUENT_QUESTIONS = [
  ...(["stop", "lose", "cost"] as const).map((id) => ({
    id,
    question: HELP_TEXTS[id].question,
    answer: HELP_TEXTS[id].text,
  })),
  ...SUPPORT_FAQS,
];
