// The API offering for one audience, and a form that requests access. Only the form needs the provider.
import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { type Enquiry, enquirySchema } from "../contract/base-api/enquiry.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { exampleCall } from "../docs/example-call.ts";
import { missing } from "../frame/missing.ts";
import { createCookieHeaders } from "../http/cookies.ts";
import { notFound, readProblem } from "../http/problem.ts";
import type { loader as rootLoader } from "../root.tsx";
import { AUDIENCES, type Audience, audienceInSentence, findAudience } from "../trading-apis/audiences.ts";
import { AudienceTiles } from "../trading-apis/limit-tiles.tsx";
import { type AccessFaults, type AccessResponse, RequestAccess } from "../trading-apis/request-access.tsx";
import { exampleCallText, audienceText as text } from "../trading-apis/text.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { CodeBox } from "../ui/code-box.tsx";
import { Check } from "../ui/icons.tsx";
import { breadcrumbData, JsonLd } from "../ui/json-ld.tsx";
import { LinkButton, TextLink, TouchLink } from "../ui/link-button.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { Panel, Section } from "../ui/section.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const audience = findAudience(params.audience ?? "");
  if (audience === undefined)
    throw missing(
      { request, context },
      text.noSuchPage,
      AUDIENCES.map((known) => ({
        title: text.apisFor(audienceInSentence(known.name)),
        path: `/trading-apis/${known.id}`,
      })),
    );
  const data = {
    audience,
    call: exampleCall(audience.exampleCall),
    hasForm: Boolean(context.enquiries),
  };
  const confirmation = (await context.enquiries?.takeSent()) ?? null;
  if (confirmation === null || confirmation.sent.audience !== audience.id)
    return json({ ...data, sent: null });
  return json({ ...data, sent: confirmation.sent }, { headers: createCookieHeaders(confirmation.cookies) });
}

/**
 * Submits the request for access, and redirects to the page that shows its reference once. A rejected form is shown
 * with the entered values. A form that is sent twice receives the same reference.
 */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const audience = findAudience(params.audience ?? "");
  if (audience === undefined || !context.enquiries) throw notFound(text.noForm);
  const { xsrf: _, ...form } = Object.fromEntries(await request.formData());
  const values = Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, typeof value === "string" ? value : ""]),
  );
  const refuse = (faults: AccessFaults, status: number, headers: Record<string, string> = {}) =>
    json<AccessResponse>({ values, faults }, { status, headers });
  if (values.website) return refuse({ website: text.hiddenFieldFilled }, 422);
  const enquiry = enquirySchema.safeParse({ organisation: "", ...values, audience: audience.id });
  if (!enquiry.success) {
    const faults: AccessFaults = {};
    for (const issue of enquiry.error.issues) faults[issue.path[0] as keyof Enquiry] ??= issue.message;
    return refuse(faults, 422);
  }
  try {
    const outcome = await context.enquiries.submit(enquiry.data);
    if (outcome.kind === "too_many")
      return refuse({ form: text.tooMany(outcome.retryAfterS) }, 429, {
        "Retry-After": String(outcome.retryAfterS),
      });
    const { reference, kind } = outcome;
    const cookies = await context.enquiries.remember({
      audience: enquiry.data.audience,
      reference,
      isStored: kind === "kept",
    });
    return redirect(`/trading-apis/${audience.id}#request`, {
      status: 303,
      headers: createCookieHeaders(cookies),
    });
  } catch (fault) {
    if (!(fault instanceof Response)) throw fault;
    const retryAfter = fault.headers.get("Retry-After");
    return refuse(
      { form: readProblem(fault.status, null).detail },
      fault.status,
      retryAfter === null ? {} : { "Retry-After": retryAfter },
    );
  }
}

export const handle: PageHandle = {
  forms: true,
  shared: { exceptCookies: ["enquiry"] },
  docs: true,
  styles: "docs",
};

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data === undefined
    ? []
    : [
        ...pageMeta(matches, {
          title: text.apisFor(audienceInSentence(data.audience.name)),
          description: data.audience.description,
          path: `/trading-apis/${data.audience.id}`,
        }),
        { name: "keywords", content: data.audience.seoKey },
      ];

export default function AudiencePage() {
  const { audience, call, hasForm, sent } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as AccessResponse | undefined;
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const origin = root?.publicOrigin ?? "";
  const hasSandbox = root?.site.isSimulated === true && root.site.features.sandbox;
  const { sandbox, ...others } = audience.gets;
  const gains = Object.values(hasSandbox ? audience.gets : others);
  const path = `/trading-apis/${audience.id}`;
  const start = (hasSandbox ? root?.site.links.developerPortal : audience.firstSteps[0]?.path) ?? "/docs/v2/";
  const crumbs = [
    { title: text.home, path: "/" },
    { title: text.tradingApis, path: "/trading-apis" },
  ];
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={audience.name} />
      <div className="hero lg:grid-cols-2">
        <div>
          <h1 className="display">{audience.heading}</h1>
          <p className="mt-4 text-lg text-ink-muted">{audience.description}</p>
          <p className="mt-6 flex flex-wrap gap-3">
            {hasForm ? <LinkButton to="#request">{text.requestAccess}</LinkButton> : null}{" "}
            <LinkButton to={start} kind={hasForm ? "quiet" : "main"}>
              {hasSandbox ? text.tryIt : text.startReading}
            </LinkButton>
          </p>
        </div>
        <ExampleCall call={call} hasSandbox={hasSandbox} />
      </div>
      <AudienceTiles timeToIntegrate={audience.timeToIntegrate} />
      <FirstSteps
        steps={[
          ...(hasSandbox ? [{ ...text.sandboxStep, path: "/docs/v2/quick-start" }] : []),
          ...audience.firstSteps,
        ]}
      />
      <div className="docs-cards mt-6">
        <div className="split-stack">
          <Panel id="gets" title={text.whatYouGet}>
            <List items={gains} />
          </Panel>
          <Panel id="needs" title={text.whatYouNeed}>
            <List items={audience.needs} />
          </Panel>
        </div>
        {hasForm ? (
          <RequestAccess
            path={path}
            answer={answer ?? null}
            sent={answer === undefined ? sent : null}
            supportEmail={root?.site.brand.supportEmail ?? ""}
            xsrf={root?.session?.xsrf ?? null}
          />
        ) : null}
      </div>
      <OtherAudiences id={audience.id} />
      <JsonLd data={breadcrumbData(origin, [...crumbs, { title: audience.name, path }])} />
      <JsonLd
        data={{
          "@type": "Service",
          name: text.tradingApisFor(audienceInSentence(audience.name)),
          description: audience.description,
          url: `${origin}${path}`,
          audience: { "@type": "Audience", audienceType: audience.name },
        }}
      />
    </>
  );
}

function FirstSteps(props: { steps: Audience["firstSteps"] }) {
  return (
    <Section id="steps" title={text.whereToBegin} className="mt-8">
      <ol className="docs-cards mt-4">
        {props.steps.map((step) => (
          <li key={step.title} className="panel docs-step">
            <h3 className="text-lg">
              <TextLink to={step.path}>{step.title}</TextLink>
            </h3>
            <p className="mt-2 text-[0.9375rem] text-ink-muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function OtherAudiences(props: { id: string }) {
  return (
    <nav aria-label={text.otherAudiences} className="mt-10 border-t border-line pt-4">
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        {AUDIENCES.filter(({ id }) => id !== props.id).map((other) => (
          <li key={other.id}>
            <a href={`/trading-apis/${other.id}`} className="link inline-block py-1">
              {other.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function List(props: { items: string[] }) {
  return (
    <ul className="mt-3 space-y-2">
      {props.items.map((item) => (
        <li key={item} className="flex gap-3">
          <Check className="mt-1 size-4 shrink-0 text-gain" />
          {item}
        </li>
      ))}
    </ul>
  );
}

/** Renders a call of the trading API with the recorded response. With a sandbox, a link opens it in the playground. */
function ExampleCall(props: { call: { id: string; words: string; html: string }; hasSandbox: boolean }) {
  return (
    <div className="min-w-0">
      <h2 id="example-call" className="sr-only">
        {exampleCallText.title}
      </h2>
      <CodeBox
        title={exampleCallText.title}
        label={exampleCallText.title}
        words={props.call.words}
        html={props.call.html}
      />
      <p className="mt-2 flex flex-wrap gap-x-6 text-sm">
        <TouchLink to="/docs/v2/quick-start">{exampleCallText.quickStart}</TouchLink>{" "}
        {props.hasSandbox ? (
          <TouchLink to={`/docs/v2/playground?op=${props.call.id}`}>{exampleCallText.sendIt}</TouchLink>
        ) : null}
      </p>
    </div>
  );
}
