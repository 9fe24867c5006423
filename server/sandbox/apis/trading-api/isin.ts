// Invented ISINs of the sandbox's shares. No real share has them. Their check digits are valid (ISO 6166), so that a
// client's validation passes.

const ID_CHARS = 8;

export function toIsin(securityId: string): string {
  const body = `INS${securityId.padStart(ID_CHARS, "0")}`;
  const digits = [...body].map((character) => Number.parseInt(character, 36)).join("");
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

/** Returns the security id of an ISIN; null for an unknown ISIN. */
export function securityIdFromIsin(isin: string): string | null {
  const id = /^INS(\d{8})\d$/.exec(isin)?.[1]?.replace(/^0+(?=\d)/, "");
  return id !== undefined && toIsin(id) === isin ? id : null;
}
