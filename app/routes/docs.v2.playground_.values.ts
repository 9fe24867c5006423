// What a copied sample's places are filled with: asked for by the page's own script at the moment of copying, never part of a page. Empty
// where this browser has no sandbox account.
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
