// All playbooks by name. Every file in `definitions` is loaded. Its only export is a playbook, and the export's name is
// the playbook's name.
import { readdirSync } from "node:fs";
import { serverFile } from "../../../programs.ts";
import type { Plan } from "../catalogue/plans.ts";
import { isHeldOvernight } from "../rules/rule.ts";
import type { Playbook } from "./playbook.ts";
import type { Structure } from "./structure.ts";

const FOLDER = serverFile("sandbox/algos/playbooks/definitions/");

const files = readdirSync(FOLDER).filter((name) => /^[a-z-]+\.[jt]s$/.test(name));
const modules = await Promise.all(
  files.map((name) => import(new URL(name, FOLDER).href) as Promise<Record<string, Playbook>>),
);

const PLAYBOOKS: ReadonlyMap<string, Playbook> = new Map(modules.flatMap((module) => Object.entries(module)));

export const PLAYBOOK_NAMES: readonly string[] = [...PLAYBOOKS.keys()];

/** Returns the playbook of a plan. Throws an error for a name that no file in `definitions` exports. */
export function getPlaybook({ playbook: name }: Pick<Plan, "playbook">): Playbook {
  const playbook = PLAYBOOKS.get(name);
  if (playbook === undefined) throw new Error(`No playbook is called ${name}.`);
  return playbook;
}

/** Returns the legs and exposure of a strategy's positions. */
export function resolveStructure(plan: Plan): Structure {
  const { kind, structure } = getPlaybook(plan);
  return {
    instrument: kind,
    product: plan.product,
    isOvernight: isHeldOvernight(plan),
    exposureTimes: plan.leverage,
    ...structure(plan.rules),
  };
}
