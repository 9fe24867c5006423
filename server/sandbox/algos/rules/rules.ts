// Which rule runs a playbook, and what the largest positions are that it opens.

import type { Playbook } from "../playbooks/playbook.ts";
import { PLAYBOOKS, type PlaybookKey } from "../playbooks/playbooks.ts";
import type { Positions, Rule } from "./rule.ts";

function ofEach<T>(part: (playbook: Playbook) => T): Record<PlaybookKey, T> {
  return Object.fromEntries(
    Object.entries(PLAYBOOKS).map(([key, playbook]) => [key, part(playbook)]),
  ) as Record<PlaybookKey, T>;
}

export const RULES: Record<PlaybookKey, Rule> = ofEach(({ rule }) => rule);
export const POSITIONS: Record<PlaybookKey, Positions> = ofEach(({ positions }) => positions);
