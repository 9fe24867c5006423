// The account's address without a page: its first page.
import { redirect } from "@remix-run/node";

export function loader() {
  return redirect("/algos/my-algos", 301);
}
