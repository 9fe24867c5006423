// Start page of the documentation: three steps to a filled order, all pages by subject, the rate limits, and the
// collapsed sections of content/overview.md. The page works without a provider.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { API_GROUPS, type ApiGroup } from "../contract/site/service-status.ts";
import { RATE_LIMITS, TRADING_OPERATIONS } from "../contract/trading-api/operations.ts";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "../docs/blocks.ts";
import { getHighlightedContents } from "../docs/cached-sections.ts";
import { DocsFrame } from "../docs/docs-frame.tsx";
import { docsPath } from "../docs/docs-path.ts";
import { highlightCode } from "../docs/highlight.ts";
import { readLanguage, SHARED_BY_LANGUAGE } from "../docs/language.ts";
import { operationSamples } from "../docs/operation-samples.ts";
import { docsPages, OVERVIEW } from "../docs/pages.server.ts";
import { resolveApiPlace } from "../docs/place.ts";
import { findRecordedCall } from "../docs/recorded.ts";
import { Blocks } from "../docs/section-view.tsx";
import { shellArgument } from "../format/literals.ts";
import { LOCALE } from "../format/locale.ts";
import { CodeBox } from "../ui/code-box.tsx";
import { CodeTabs } from "../ui/code-tabs.tsx";
import { Figure } from "../ui/figure.tsx";
import { Fold } from "../ui/fold.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { fixedMeta } from "../ui/page-meta.ts";
import { Section } from "../ui/section.tsx";

type Card = { title: string; text: string; textWithoutSandbox?: string; groups: string[] };

/** Cards of the start page. Each links to one or more groups of the documentation's menu. */
const CARDS: Card[] = [
  { title: "Trading", text: "Orders, positions, funds and order updates in real time.", groups: ["Trading"] },
  { title: "Market data", text: "Quotes, feeds, depth, candles and option chains.", groups: ["Data"] },
  {
    title: "Start",
    text: "Keys, limits, errors and the sandbox.",
    textWithoutSandbox: "Keys, limits and errors.",
    groups: ["Start", "Sandbox"],
  },
  { title: "Concepts", text: "Market hours, life of an order, freeze quantity.", groups: ["Concepts"] },
  { title: "Reference and tools", text: "Values, instruments, clients, assistants.", groups: ["Reference"] },
];

const FILES = [
  ["OpenAPI", "/docs/v2/openapi.json"],
  ["AsyncAPI", "/docs/v2/asyncapi.json"],
  ["Postman", "/docs/v2/collection.json"],
  [".http file", "/docs/v2/requests.http"],
] as const;

const LIMIT_NAMES: Record<ApiGroup, string> = {
  order: "Orders",
  quote: "Quotes",
  data: "Candles and chains",
  other: "Everything else",
};

export const handle: PageHandle = { shared: SHARED_BY_LANGUAGE, docs: true };

export const meta = fixedMeta(
  {
    title: "API documentation, version 2",
    description:
      "Orders, portfolio, funds, market data and feeds: what each API does, every call with samples, fields and faults.",
  },
  "/docs/v2/",
);

export function loader({ request, context }: LoaderFunctionArgs) {
  const place = resolveApiPlace(context, request);
  const samples = operationSamples(TRADING_OPERATIONS.placeOrder);
  const answer = JSON.stringify(findRecordedCall(TRADING_OPERATIONS.placeOrder)?.answer ?? null, null, 2);
  return {
    pages: docsPages(place.hasSandbox),
    // The first call with curl needs no installation.
    language: readLanguage(request, "curl").language,
    steps: place.hasSandbox
      ? {
          account: accountCommands(place.rest).join("\n"),
          samples: LANGUAGES.map((id) => ({
            id,
            words: samples[id],
            html: highlightCode(id, samples[id]),
            setUp: clientSetUp(id, place.origin),
          })),
          answer: { words: answer, html: highlightCode("json", answer) },
        }
      : null,
    ...getHighlightedContents(OVERVIEW, place, "curl"),
  };
}

export default function Docs() {
  const { pages, sections, steps, language } = useLoaderData<typeof loader>();
  return (
    <DocsFrame current={null}>
      <PageHeader
        title="API documentation"
        lead="Version 2. REST for calls, sockets for prices and order updates."
      >
        {steps === null ? null : (
          <p className="flex flex-wrap gap-3">
            <LinkButton to="/docs/v2/playground" kind="quiet">
              Playground
            </LinkButton>{" "}
            <LinkButton to="/sandbox/portal">Get a sandbox key</LinkButton>
          </p>
        )}
      </PageHeader>
      {steps === null ? null : <FirstSteps steps={steps} language={language} />}
      <Section id="pages" title="All pages" titleClass="mt-8 mb-3 text-xl">
        <div className="docs-cards">
          {CARDS.map(({ title, text, textWithoutSandbox = text, groups }) => {
            const listed = pages.filter(({ group }) => groups.includes(group));
            return (
              <section key={title} className="panel panel-body">
                <h3 className="text-lg">{title}</h3>
                <p className="text-sm text-ink-muted">{steps === null ? textWithoutSandbox : text}</p>
                <Links links={listed.map((page) => [page.title, docsPath(page)])} />
              </section>
            );
          })}
          <section className="panel panel-body">
            <h3 className="text-lg">Machine-readable documents</h3>
            <p className="text-sm text-ink-muted">The API contract as files.</p>
            <Links links={FILES} />
          </section>
        </div>
      </Section>
      <Section id="account-limits" title="Limits of an account" titleClass="mt-8 mb-3 text-xl">
        <dl className="figures">
          {API_GROUPS.map((group) => ({ group, ...RATE_LIMITS[group] })).map(
            ({ group, perSecond, perDay }) => (
              <Figure
                key={group}
                isSmall
                name={LIMIT_NAMES[group]}
                value={`${perSecond} a second`}
                note={perDay === null ? "no daily limit" : `${perDay.toLocaleString(LOCALE)} a day`}
              />
            ),
          )}
        </dl>
      </Section>
      <div className="folds mt-8">
        {sections.map((section) => (
          <Fold key={section.id} id={section.id} title={section.title}>
            <Blocks blocks={section.blocks} section={section} language="curl" path="/docs/v2/" />
          </Fold>
        ))}
      </div>
    </DocsFrame>
  );
}

/**
 * Renders the three steps: create an account, send a call, read its response. The sample uses the user's programming
 * language.
 */
function FirstSteps(props: {
  steps: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["steps"]>;
  language: Language;
}) {
  const { account, samples, answer } = props.steps;
  return (
    <ol className="docs-steps">
      <Step title="Get a key" text="A sandbox account with funds and a 30-day token. No form.">
        <CodeBox title="Shell" label="Get a key" words={account} html={undefined} />
      </Step>
      <Step title="Make the first call" text="Buy five HDFC Bank shares at the market.">
        <CodeTabs
          name="language"
          label="Language"
          chosen={props.language}
          tabs={samples.map(({ id, words, html, setUp }) => ({
            id,
            title: LANGUAGE_NAMES[id],
            content: (
              <>
                {setUp === null ? null : (
                  <CodeBox
                    title="Install the client"
                    label={`Install, ${LANGUAGE_NAMES[id]}`}
                    words={setUp.install}
                  />
                )}
                <CodeBox
                  {...(setUp === null ? {} : { title: `Save as ${setUp.file}, then: ${setUp.run}` })}
                  label={`First call, ${LANGUAGE_NAMES[id]}`}
                  words={words}
                  html={html ?? undefined}
                  fill={id}
                />
              </>
            ),
          }))}
        />
      </Step>
      <Step
        title="Read the response"
        text="The simulated market fills the order and charges it like a real one."
      >
        <CodeBox
          title="Recorded response"
          label="Recorded response"
          words={answer.words}
          html={answer.html ?? undefined}
        />
      </Step>
    </ol>
  );
}

function Step(props: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="panel docs-step">
      <h2 className="text-lg">{props.title}</h2>
      <p className="text-sm text-ink-muted">{props.text}</p>
      {props.children}
    </li>
  );
}

/**
 * Returns the set-up before a code sample runs: the official client of the language, and the command. Null for a
 * language without an official client. `origin` is the site's address without a trailing slash.
 */
function clientSetUp(language: Language, origin: string) {
  const clients = `${origin}/docs/v2/clients`;
  if (language === "typescript")
    return {
      install: `npm install ${clients}/typescript/trading-api-client.tgz`,
      file: "order.mjs",
      run: "node order.mjs",
    };
  if (language === "python")
    return {
      // Debian, Ubuntu and Homebrew reject installations outside a virtual environment (PEP 668).
      install: `python3 -m venv .venv && . .venv/bin/activate\npip install "trading-api-client @ ${clients}/python/trading-api-client.tar.gz"`,
      file: "order.py",
      run: "python order.py",
    };
  return null;
}

/**
 * Returns shell commands that create a sandbox account and set the environment variables of samples. `rest` is the API's
 * base address, `https://…/sandbox/v2`.
 */
function accountCommands(rest: string): string[] {
  return [
    `curl -sS -X POST -H "Accept: application/json" ${shellArgument(`${new URL(rest).origin}/sandbox/portal/accounts`)} -o account.json`,
    `export BASE_URL=${shellArgument(rest)}`,
    `export ACCESS_TOKEN=$(sed -n 's/.*"accessToken":"\\([^"]*\\)".*/\\1/p' account.json)`,
    `export CLIENT_ID=$(sed -n 's/.*"dhanClientId":"\\([0-9]*\\)".*/\\1/p' account.json)`,
  ];
}

function Links(props: { links: readonly (readonly [title: string, to: string])[] }) {
  return (
    <ul className="mt-3 grid grid-cols-2 gap-x-4 gap-y-1">
      {props.links.map(([title, to]) => (
        <li key={to}>
          <a
            href={to}
            className="flex min-h-9 items-center text-[0.9375rem]/5 text-ink-muted no-underline hover:text-accent hover:underline"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
