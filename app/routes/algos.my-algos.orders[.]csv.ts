// All orders of the client as a file for a spreadsheet.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { ordersCsv } from "../portfolio/records.ts";
import { asSignedIn, requireAccount } from "../portfolio/require-account.ts";
import type { PageHandle } from "../wire/page-handle.ts";

const PAGE = "/algos/my-algos/orders.csv";

export const handle: PageHandle = { query: ["deployment"] };

export function loader({ context }: LoaderFunctionArgs) {
  const { account } = requireAccount(context, PAGE);
  return asSignedIn(context, PAGE, () => ordersCsv(account, null));
}
