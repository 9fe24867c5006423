// Redirects /account to its first page.
import { redirect } from "@remix-run/node";

export function loader() {
  return redirect("/algos/my-algos", 301);
}
