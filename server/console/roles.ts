// Roles of operators and their permissions.
export const ROLES = ["viewer", "support", "compliance", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Roles that may open each section and submit its forms. Admins may use every section. */
const ROLES_OF_SECTION = {
  overview: ["viewer", "support", "compliance"],
  brand: ["viewer", "support", "compliance"],
  inbox: ["support"],
  enquiries: ["support", "compliance"],
  sessions: ["support", "compliance"],
  holds: ["compliance"],
  exports: ["compliance"],
  trail: ["compliance"],
  notice: [],
  incidents: ["support"],
  switches: [],
} as const satisfies Record<string, readonly Role[]>;

export type Section = keyof typeof ROLES_OF_SECTION;
export const SECTIONS = Object.keys(ROLES_OF_SECTION) as Section[];

export const mayUse = (role: Role, section: Section): boolean =>
  role === "admin" || (ROLES_OF_SECTION[section] as readonly Role[]).includes(role);

/**
 * Returns the highest role that an operator's groups grant; null if they grant none. If `names` is given, only its
 * groups grant a role. A group of the issuer that happens to be called "admin" then grants none.
 */
export function findRole(
  groups: readonly string[],
  names: Readonly<Record<string, string>> | null,
): Role | null {
  const found = ROLES.filter((role) =>
    groups.some((group) => (names === null ? group : names[group]) === role),
  );
  return found.at(-1) ?? null;
}
