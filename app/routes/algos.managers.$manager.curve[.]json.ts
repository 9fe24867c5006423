// Data of a manager's joint curve, for the crosshair script.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { idSchema } from "../contract/base-api/strategy.ts";
import { curveColumns, jsonFile } from "../evidence/record-files.ts";
import { notFound, unavailableWithoutProvider } from "../http/problem.ts";
import { loadEqualParts, loadManagerAlgos } from "../marketplace/manager-record.ts";
import { managerText as text } from "../marketplace/text.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { provider } = context;
  if (provider === undefined) throw unavailableWithoutProvider();
  const id = idSchema.safeParse(params.manager);
  if (!id.success) throw notFound(text.noSuchManager);
  const { listed, withdrawn } = await loadManagerAlgos(provider, await provider.getManager(id.data));
  const parts = await loadEqualParts(context, [...listed, ...withdrawn]);
  if (parts === null) throw notFound("These algos have no joint record.");
  const names = { own: text.allAlgos, other: null, benchmark: parts.benchmarkName };
  return jsonFile(curveColumns(names, parts.points, null));
}
