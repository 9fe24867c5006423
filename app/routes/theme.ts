// Keeps the reader's choice of colour scheme in a cookie and goes back to where it was made.
import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { safeReturnPath } from "../http/safe-redirect.ts";

const YEAR_S = 31_536_000;
const themeSchema = z.enum(["system", "light", "dark"]);

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const wantedPath = form.get("to");
  const to = safeReturnPath(typeof wantedPath === "string" ? wantedPath : null);
  const chosen = themeSchema.safeParse(form.get("theme"));
  // A scheme that does not exist changes nothing.
  if (!chosen.success) return redirect(to, 303);
  const isHttps = context.publicOrigin?.startsWith("https:") ?? false;
  const theme = chosen.data;
  const attributes = [
    `${isHttps ? "__Host-theme" : "theme"}=${theme}`,
    "Path=/",
    `Max-Age=${theme === "system" ? 0 : YEAR_S}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(isHttps ? ["Secure"] : []),
  ];
  return redirect(to, {
    status: 303,
    headers: { "Set-Cookie": attributes.join("; "), "Cache-Control": "no-store" },
  });
}

export function loader() {
  return redirect("/", 303);
}
