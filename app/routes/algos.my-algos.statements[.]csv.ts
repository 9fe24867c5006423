// The P&L statement of a financial year as a CSV file.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { requireAccount, runSignedIn } from "../portfolio/require-account.ts";
import { statementCsv } from "../portfolio/statement-csv.ts";
import { readStatementQuery } from "../portfolio/statement-query.ts";

export const handle: PageHandle = { query: ["year"] };

export function loader({ request, context }: LoaderFunctionArgs) {
  const query = readStatementQuery(new URL(request.url).searchParams.get("year"));
  const { account } = requireAccount(context, "/algos/my-algos/statements");
  return runSignedIn(context, "/algos/my-algos/statements", async () =>
    statementCsv(await account.getStatement(query)),
  );
}
