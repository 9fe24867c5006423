// Parses the year in the address of a statement.
import { type StatementQuery, statementQuerySchema } from "../contract/base-api/portfolio.ts";
import { notFound } from "../http/problem.ts";
import { statementsText as text } from "./books-text.ts";

/**
 * Returns the query for a year such as "2026-27"; null selects the current year. Throws a 404 for any other text, so that
 * nobody downloads the statement of another year than the requested one.
 */
export function readStatementQuery(year: string | null): StatementQuery {
  const query = statementQuerySchema.safeParse({ year: year ?? undefined });
  if (!query.success) throw notFound(text.noSuchYear);
  return query.data;
}
