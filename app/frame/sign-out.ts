// Response after a sign-out: deletes the cookies and cached pages of the user, and redirects to the home page.
import { redirect } from "@remix-run/node";
import type { SiteContext } from "../context.ts";
import { createCookieHeaders } from "../http/cookies.ts";
import { jointCookie } from "../marketplace/joint-deploy.ts";

export function redirectSignedOut({ signIn, publicOrigin }: Partial<SiteContext>): Response {
  const headers = createCookieHeaders([...(signIn?.end() ?? []), jointCookie([], [], publicOrigin)]);
  headers.set("Clear-Site-Data", '"cache"');
  return redirect("/", { status: 303, headers });
}
