// How to reach a person, a chat that works by forms, and short answers. All but the chat needs no provider.
import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { chatTextSchema } from "../contract/base-api/chat.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE, type Site } from "../contract/site/site.ts";
import { withCookies } from "../http/cookies.ts";
import { notFound, readProblem } from "../http/problem.ts";
import type { loader as rootLoader } from "../root.tsx";
import { ChatPanel, type ChatRefusal } from "../support/chat-panel.tsx";
import { SUPPORT_FAQS } from "../support/faqs.ts";
import { supportText as text } from "../support/text.ts";
import { FaqList } from "../ui/faq-list.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

/** A chat that does not answer is no reason for a page without telephone number. */
export const handle: PageHandle = { forms: true, shared: { exceptCookies: ["chat"] } };

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
  const refuse = (words: string, status: number) => json<ChatRefusal>({ text: question, words }, { status });
  const parsed = chatTextSchema.safeParse(question);
  if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? "", 422);
  const after = Number(form.get("after"));
  try {
    const posted = await context.chat.post(parsed.data, Number.isInteger(after) ? after : 0);
    if (posted === null) return refuse(text.tooMany, 429);
    return redirect("/support#last", { status: 303, headers: withCookies(posted.cookies) });
  } catch (fault) {
    if (!(fault instanceof Response)) throw fault;
    return refuse(readProblem(fault.status, await fault.json().catch(() => null)).detail, fault.status);
  }
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: text.title,
    description: text.description,
    path: "/support",
  });

export default function Support() {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { brand, links } = root?.site ?? DEFAULT_SITE;
  const { hasChat, isAway, conversation } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as ChatRefusal | undefined;
  return (
    <>
      <PageHeader title={text.title} lead={hasChat ? text.leadWithChat : text.lead} />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,42rem)_1fr]">
        {hasChat ? (
          <ChatPanel
            conversation={conversation}
            isAway={isAway}
            refused={refused ?? null}
            xsrf={root?.session?.xsrf ?? null}
          />
        ) : null}
        <Contacts brand={brand} complaints={links.complaints} />
      </div>
      <section aria-labelledby="faq" className="mt-12 max-w-[75ch]">
        <h2 id="faq" className="mb-4 text-xl">
          {text.questions}
        </h2>
        <FaqList faqs={SUPPORT_FAQS} />
      </section>
    </>
  );
}

/** Everyone who can be reached, whether there is a chat or not. */
function Contacts({ brand, complaints }: { brand: Site["brand"]; complaints: string }) {
  return (
    <dl className="grid max-w-3xl content-start gap-6 sm:grid-cols-2 lg:grid-cols-1">
      <div>
        <dt className="text-sm text-ink-muted">{text.write}</dt>
        <dd>
          <a href={`mailto:${brand.supportEmail}`} className="link">
            {brand.supportEmail}
          </a>
        </dd>
      </div>
      <div>
        <dt className="text-sm text-ink-muted">{text.call}</dt>
        <dd>
          <a href={`tel:${brand.supportPhone.replace(/[^+\d]/g, "")}`} className="link">
            {brand.supportPhone}
          </a>
        </dd>
      </div>
      <div>
        <dt className="text-sm text-ink-muted">{text.complianceOfficer}</dt>
        <dd>{brand.complianceOfficer}</dd>
      </div>
      <div>
        <dt className="text-sm text-ink-muted">{text.complaintSystem}</dt>
        <dd>
          <a href={complaints} rel="noopener external" className="link">
            {text.scores}
          </a>
        </dd>
      </div>
    </dl>
  );
}
