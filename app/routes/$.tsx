// Every address that no other route takes: the short links of spec §2, and the real 404.
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { notFound } from "../http/problem.ts";
import { SHORT_LINKS } from "../trading-apis/audiences.ts";

export function loader({ request }: LoaderFunctionArgs) {
  const target = SHORT_LINKS[new URL(request.url).pathname];
  if (target !== undefined) throw redirect(target, 301);
  throw notFound("There is no page at this address.");
}

export function action() {
  throw notFound("Nothing can be sent to this address.");
}

export default function Nothing() {
  return null;
}
