// Values for the placeholders in a code sample. A script requests them when the user copies a sample, so that pages
// never contain them. Empty if this browser has no sandbox account.
import { type ActionFunctionArgs, json, redirect } from "@remix-run/node";
import type { SampleValues } from "../format/fill-sample.ts";

export async function action({ request, context }: ActionFunctionArgs) {
  const account = (await context.playground?.account()) ?? null;
  const headers = { "Cache-Control": "no-store" };
  if (account === null) return json(null, { headers });
  const values: SampleValues = {
    BASE_URL: `${context.publicOrigin ?? new URL(request.url).origin}/sandbox/v2`,
    ACCESS_TOKEN: account.token,
    CLIENT_ID: account.clientId,
  };
  return json(values, { headers });
}

export function loader() {
  return redirect("/docs/v2/playground", 303);
}
