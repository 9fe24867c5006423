// The API offering for an audience, and the form to request access. Reading needs no provider.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { type Enquiry, enquirySchema } from "../contract/base-api/enquiry.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { missing } from "../frame/missing.ts";
import { notFound, readProblem } from "../http/problem.ts";
import type { loader as rootLoader } from "../root.tsx";
import { AUDIENCES, audienceInSentence, findAudience } from "../trading-apis/audiences.ts";
import { FeatureTiles } from "../trading-apis/feature-tiles.tsx";
import { FirstCall } from "../trading-apis/first-call.tsx";
import { type AccessAnswer, type AccessFaults, RequestAccess } from "../trading-apis/request-access.tsx";
import { SellingPoints } from "../trading-apis/selling-points.tsx";
import { audienceText as text } from "../trading-apis/text.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { breadcrumbData, JsonLd } from "../ui/json-ld.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

const SENT = /^[A-Z0-9-]{4,40}$/;

export function loader({ params, request, context }: LoaderFunctionArgs) {
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
  const { searchParams } = new URL(request.url);
  const sent = searchParams.get("sent") ?? "";
  return {
    audience,
    hasForm: Boolean(context.enquiries),
    sent: SENT.test(sent) ? { reference: sent, isKept: searchParams.has("kept") } : null,
  };
}

/** Accepted: a redirect to a page with the reference. Rejected: the same page with the entered values. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const audience = findAudience(params.audience ?? "");
  if (audience === undefined || !context.enquiries) throw notFound(text.noForm);
  const { xsrf: _, ...form } = Object.fromEntries(await request.formData());
  const values = Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, typeof value === "string" ? value : ""]),
  );
  const refuse = (faults: AccessFaults, status: number, headers: Record<string, string> = {}) =>
    json<AccessAnswer>({ values, faults }, { status, headers });
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
    const search = new URLSearchParams({
      sent: outcome.reference,
      ...(outcome.kind === "kept" ? { kept: "1" } : {}),
    });
    return redirect(`/trading-apis/${audience.id}?${search}#request`, 303);
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

export const headers: HeadersFunction = ({ actionHeaders }) => {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter === null ? {} : { "Retry-After": retryAfter };
};

export const handle: PageHandle = { forms: true, query: ["sent", "kept"], shared: true, docs: true };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data === undefined
    ? []
    : [
        ...pageMeta(matches, {
          title: text.apisFor(audienceInSentence(data.audience.name)),
          description: data.audience.description,
          path: `/trading-apis/${data.audience.id}`,
          isIndexed: data.sent === null,
        }),
        { name: "keywords", content: data.audience.seoKey },
      ];

export default function AudiencePage() {
  const { audience, hasForm, sent } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as AccessAnswer | undefined;
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const origin = root?.publicOrigin ?? "";
  const path = `/trading-apis/${audience.id}`;
  const crumbs = [
    { title: text.home, path: "/" },
    { title: text.tradingApis, path: "/trading-apis" },
  ];
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={audience.name} />
      <PageHeader title={audience.heading} lead={audience.description}>
        <p className="mt-6 flex flex-wrap gap-3">
          <LinkButton to={audience.firstSteps[0]?.path ?? "/docs/v2/"}>{text.startReading}</LinkButton>{" "}
          {hasForm ? (
            <LinkButton to="#request" kind="quiet">
              {text.requestAccess}
            </LinkButton>
          ) : null}
        </p>
      </PageHeader>
      <div className="grid gap-x-10 gap-y-10 lg:grid-cols-3">
        <section aria-labelledby="gets">
          <h2 id="gets" className="text-xl">
            {text.whatYouGet}
          </h2>
          <p className="mt-2 text-ink-muted">{audience.whoFor}</p>
          <List
            items={audience.gets.filter((gain) => root?.site.isSimulated === true || !/sandbox/i.test(gain))}
          />
        </section>
        <section aria-labelledby="needs">
          <h2 id="needs" className="text-xl">
            {text.whatYouNeed}
          </h2>
          <List items={audience.needs} />
        </section>
        <section aria-labelledby="steps">
          <h2 id="steps" className="text-xl">
            {text.whereToBegin}
          </h2>
          <ol className="mt-3 space-y-2">
            {audience.firstSteps.map((step, index) => (
              <li key={step.path}>
                {index + 1}.{" "}
                <a href={step.path} className="link inline-block py-1">
                  {step.title}
                </a>
              </li>
            ))}
          </ol>
          <p className="mt-4 border-t border-line pt-3">
            <span className="text-ink-muted">{text.timeToIntegrate} </span>
            {audience.timeToIntegrate}
          </p>
        </section>
      </div>
      <FirstCall origin={origin} isSandboxHere={root?.site.isSimulated ?? false} />
      <div className="mt-16">
        <FeatureTiles />
      </div>
      <SellingPoints isSandboxHere={root?.site.isSimulated ?? false} />
      {hasForm ? (
        <RequestAccess
          path={path}
          answer={answer ?? null}
          sent={answer === undefined ? sent : null}
          supportEmail={root?.site.brand.supportEmail ?? ""}
          xsrf={root?.session?.xsrf ?? null}
        />
      ) : null}
      <nav aria-label={text.otherAudiences} className="mt-16 border-t border-line pt-5">
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {AUDIENCES.filter((other) => other.id !== audience.id).map((other) => (
            <li key={other.id}>
              <a href={`/trading-apis/${other.id}`} className="link inline-block py-1">
                {other.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
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

function List(props: { items: string[] }) {
  return (
    <ul className="mt-3 space-y-2">
      {props.items.map((item) => (
        <li key={item} className="border-s-2 border-line-strong ps-3">
          {item}
        </li>
      ))}
    </ul>
  );
}
