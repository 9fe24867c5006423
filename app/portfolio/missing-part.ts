// Parts of an account page that a provider does not serve. The page shows the other parts and names the missing ones.

/** Resolves to null when the provider has no such part (404) or sends one that cannot be read (502). Other faults are thrown. */
export async function orMissing<T>(part: Promise<T>): Promise<T | null> {
  try {
    return await part;
  } catch (fault) {
    if (fault instanceof Response && (fault.status === 404 || fault.status === 502)) return null;
    throw fault;
  }
}
