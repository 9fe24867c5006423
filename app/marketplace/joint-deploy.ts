// Cookie with the joint portfolio that a user is deploying, one algo after another. It is stored for a day, so that the
// page of each new deployment links to the other algos.

import { LOTS_MAX } from "../evidence/joint-lots.ts";
import { choiceCookie, readChoice } from "../http/choice-cookie.ts";
import { deployAllPath, PORTFOLIO_MAX } from "./strategy-path.ts";

const JOINT_COOKIE = "joint";
const DAY_S = 86_400;
const PART = /^([a-z0-9-]{1,80}):([1-9]\d{0,2})$/;

/** Returns the Set-Cookie header that stores the algos and their lots. Without algos, the header deletes the cookie. */
export function jointCookie(
  ids: readonly string[],
  lots: readonly number[],
  publicOrigin: string | undefined,
) {
  const value = ids.map((id, index) => `${id}:${lots[index] ?? 1}`).join(".");
  return choiceCookie(JOINT_COOKIE, value === "" ? null : value, publicOrigin, DAY_S);
}

/**
 * Returns the address of the page that deploys the stored algos. Null if the stored joint portfolio does not contain
 * this algo.
 */
export function nextInJoint(cookies: string | null, strategyId: string): string | null {
  const parts = readChoice(cookies, JOINT_COOKIE)
    .split(".", PORTFOLIO_MAX)
    .flatMap((part) => {
      const [, id = "", lots = ""] = PART.exec(part) ?? [];
      return id === "" ? [] : [{ id, lots: Math.min(LOTS_MAX, Number(lots)) }];
    });
  if (!parts.some(({ id }) => id === strategyId)) return null;
  return deployAllPath(
    parts.map(({ id }) => id),
    parts.map(({ lots }) => lots),
  );
}
