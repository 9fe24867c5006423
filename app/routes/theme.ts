// Stores the user's colour scheme in a cookie and redirects back to the page.
import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { choiceCookie } from "../http/choice-cookie.ts";
import { safeReturnPath } from "../http/safe-redirect.ts";

const themeSchema = z.enum(["system", "light", "dark"]);

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const requestedPath = form.get("to");
  const to = safeReturnPath(typeof requestedPath === "string" ? requestedPath : null);
  const chosen = themeSchema.safeParse(form.get("theme"));
  // An unknown colour scheme leaves the cookie unchanged.
  if (!chosen.success) return redirect(to, 303);
  const theme = chosen.data;
  const cookie = choiceCookie("theme", theme === "system" ? null : theme, context.publicOrigin);
  return redirect(to, {
    status: 303,
    headers: { "Set-Cookie": cookie, "Cache-Control": "no-store" },
  });
}

export function loader() {
  return redirect("/", 303);
}
