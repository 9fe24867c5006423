// The sandbox's clients: fixed, printed and written down, since there is nothing of theirs to protect.

export type SandboxClient = {
  id: string;
  name: string;
  ucc: string;
};
export type FixedClient = SandboxClient & {
  /** Where the broker writes to: an address of RFC 2606, which is nobody's. */
  email: string;
  pin: string;
  /** Base32, for an authenticator app. */
  totpSecret: string;
};

export const SANDBOX_CLIENTS: readonly FixedClient[] = [
  {
    id: "1000000001",
    name: "Asha Demo",
    ucc: "DEMO000001",
    email: "asha.demo@example.com",
    pin: "246810",
    totpSecret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
  },
  {
    id: "1000000002",
    name: "Ravi Sample",
    ucc: "DEMO000002",
    email: "ravi.sample@example.com",
    pin: "135791",
    totpSecret: "KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU",
  },
];

export function findClient(id: string): FixedClient | undefined {
  return SANDBOX_CLIENTS.find((client) => client.id === id);
}
