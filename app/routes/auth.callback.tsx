// Receives the browser after the provider's sign-in and exchanges the tokenId for a session, if this browser started
// the sign-in. Then adds the algo that the user wanted to track to a tracklist.
import { type HeadersFunction, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { signInFailedText as text } from "../frame/text.ts";
import { createCookieHeaders } from "../http/cookies.ts";
import { notFound } from "../http/problem.ts";
import { trackOnFirstList } from "../portfolio/track.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { fixedMeta } from "../ui/page-meta.ts";

export const handle: PageHandle = { query: ["tokenId", "tokenid", "consentId", "error"] };

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.signIn) throw notFound(text.nobodySignsIn);
  const { searchParams } = new URL(request.url);
  const tokenId = searchParams.get("tokenId") ?? searchParams.get("tokenid") ?? "";
  if (searchParams.get("error") === "access_denied") {
    const cookies = await context.signIn.deny(searchParams.get("consentId"));
    return json({ fault: "denied" as const }, { headers: createCookieHeaders(cookies) });
  }
  const done = await context.signIn.finish({
    tokenId,
    consentId: searchParams.get("consentId"),
    userAgent: request.headers.get("user-agent"),
  });
  if ("fault" in done)
    return json(
      { fault: done.fault },
      { status: done.fault === "refused" ? 401 : 400, headers: createCookieHeaders(done.cookies) },
    );
  // A form that was submitted without a session has set a message already.
  const flash = context.signIn.takeFlash()?.flash === "form_not_sent" ? "form_not_sent" : "signed_in";
  let { returnTo } = done;
  if (done.track !== null) returnTo = await trackOnFirstList(done.account, done.track);
  throw redirect(returnTo, {
    status: 303,
    headers: createCookieHeaders([...done.cookies, ...context.signIn.flash(flash)]),
  });
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta = fixedMeta(text, "/auth/callback", { isIndexed: false });

const FAULT_TEXTS = {
  denied: text.denied,
  not_begun_here: text.notBegunHere,
  other_sign_in: text.otherSignIn,
  refused: text.refused,
};

export default function Callback() {
  const { fault } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={text.notSignedIn} lead={FAULT_TEXTS[fault]} />
      <p className="flex flex-wrap gap-3">
        <LinkButton to="/login">{text.beginAgain}</LinkButton>{" "}
        <LinkButton to="/algos" kind="quiet">
          {text.seeTheAlgos}
        </LinkButton>
      </p>
    </>
  );
}
