// All orders of the client as a CSV file.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { ordersCsv } from "../portfolio/records.ts";
import { requireAccount, runSignedIn } from "../portfolio/require-account.ts";

const PAGE = "/algos/my-algos/orders.csv";

export const handle: PageHandle = { query: ["deployment"] };

export function loader({ context }: LoaderFunctionArgs) {
  const { account } = requireAccount(context, PAGE);
  return runSignedIn(context, PAGE, () => ordersCsv(account, null));
}
