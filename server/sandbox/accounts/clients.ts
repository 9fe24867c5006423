// The sandbox's fixed demo clients. Their codes are public, because their accounts contain nothing of value.

export type SandboxClient = {
  id: string;
  name: string;
  ucc: string;
};
export type FixedClient = SandboxClient & {
  /** Mail address of the demo client, in a domain reserved by RFC 2606. */
  email: string;
  pin: string;
  /** TOTP secret in Base32, for an authenticator app. */
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
