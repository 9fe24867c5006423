// Handles all addresses without a route: redirects short links, and returns a 404 for other addresses.
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { missing, similarNames } from "../frame/missing.ts";
import { unknownPageText as text } from "../frame/text.ts";
import { SHORT_LINKS } from "../trading-apis/audiences.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const target = SHORT_LINKS[new URL(request.url).pathname];
  if (target !== undefined) throw redirect(target, 301);
  throw missing({ request, context }, text.noSuchPage, await similarNames({ request, context }));
}

export function action({ request, context }: ActionFunctionArgs) {
  throw missing({ request, context }, text.nothingCanBeSent);
}

export default function Nothing() {
  return null;
}
