// Data of the joint curve on the portfolio page, for the crosshair script.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { curveColumns, jsonFile } from "../evidence/record-files.ts";
import { notFound } from "../http/problem.ts";
import { loadChosen } from "../marketplace/load-portfolio.ts";

export const handle: PageHandle = { query: ["id", "lots", "range"] };

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { portfolio } = await loadChosen(context, new URL(request.url).searchParams);
  if (portfolio === null || portfolio.jointFigures === null)
    throw notFound("These algos have no joint record.");
  const { points, benchmarkName } = portfolio.jointFigures;
  return jsonFile(curveColumns({ own: "Together", other: null, benchmark: benchmarkName }, points, null));
}
