// Selects the playground's account by a code from the portal or by a token, or removes it, and redirects to the
// playground. The token is stored only in the encrypted cookie.
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { createCookieHeaders } from "../http/cookies.ts";
import { notFound } from "../http/problem.ts";

const PLAYGROUND = "/docs/v2/playground";
const CODE = /^[\w-]{20,80}$/;
const TOKEN = /^[\w.-]{20,200}$/;

export const handle: PageHandle = { query: ["code"] };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { playground } = context;
  if (!playground) throw notFound("This site has no sandbox.");
  const code = new URL(request.url).searchParams.get("code") ?? "";
  // A link on another site must not replace this user's account.
  const site = request.headers.get("sec-fetch-site");
  const isOurs = site === null || site === "same-origin";
  const account = isOurs && CODE.test(code) ? await playground.redeemHandOver(code) : null;
  if (account === null) return redirect(`${PLAYGROUND}?token=refused#account`, 303);
  return redirect(PLAYGROUND, {
    status: 303,
    headers: createCookieHeaders(await playground.bindAccount(account)),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { playground } = context;
  if (!playground) throw notFound("This site has no sandbox.");
  const form = await request.formData();
  if (form.get("intent") === "forget")
    return redirect(PLAYGROUND, {
      status: 303,
      headers: createCookieHeaders(await playground.bindAccount(null)),
    });
  const token = String(form.get("token") ?? "").trim();
  const account = TOKEN.test(token) ? await playground.accountOf(token) : null;
  if (account === null) return redirect(`${PLAYGROUND}?token=refused#account`, 303);
  return redirect(PLAYGROUND, {
    status: 303,
    headers: createCookieHeaders(await playground.bindAccount(account)),
  });
}
