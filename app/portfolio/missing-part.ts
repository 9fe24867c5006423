// Handles data of an account page that a provider does not offer. The page shows all other data and lists the missing
// data.
import { nullOn } from "../contract/site/fault.ts";

/** Resolves to null if the provider does not offer the data (404) or sends invalid data (502). Throws other faults. */
export function orMissing<T>(part: Promise<T>): Promise<T | null> {
  return part.catch(nullOn(404, 502));
}

type Parts = Record<string, Promise<unknown>>;

/** Resolves each value like `orMissing`. If all values are missing, throws the fault of the first one. */
export async function readParts<P extends Parts>(
  parts: P,
): Promise<{ [Name in keyof P]: Awaited<P[Name]> | null }> {
  const names = Object.keys(parts);
  const values = await Promise.all(Object.values(parts).map(orMissing));
  if (values.every((value) => value === null)) await Object.values(parts)[0];
  return Object.fromEntries(names.map((name, index) => [name, values[index]])) as {
    [Name in keyof P]: Awaited<P[Name]> | null;
  };
}
