// The P&L statement of a financial year as a CSV file.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { asSignedIn, requireAccount } from "../portfolio/require-account.ts";
import { statementCsv } from "../portfolio/statement-csv.ts";

export const handle: PageHandle = { query: ["year"] };

export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const year = /^\d{4}-\d{2}$/.exec(searchParams.get("year") ?? "")?.[0] ?? null;
  const { account } = requireAccount(context, "/algos/my-algos/statements");
  return asSignedIn(context, "/algos/my-algos/statements", async () =>
    statementCsv(await account.getStatement(year === null ? {} : { year })),
  );
}
