// The sandbox's clients: fixed, printed and written down, since there is nothing of theirs to protect.
import { Secret, TOTP } from "otpauth";

export type SandboxClient = {
  id: string;
  name: string;
  ucc: string;
  pin: string;
  /** Base32, for an authenticator app. */
  totpSecret: string;
};

export const SANDBOX_CLIENTS: readonly SandboxClient[] = [
  {
    id: "1000000001",
    name: "Asha Demo",
    ucc: "DEMO000001",
    pin: "246810",
    totpSecret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
  },
  {
    id: "1000000002",
    name: "Ravi Sample",
    ucc: "DEMO000002",
    pin: "135791",
    totpSecret: "KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU",
  },
];

export function findClient(id: string): SandboxClient | undefined {
  return SANDBOX_CLIENTS.find((client) => client.id === id);
}

/** RFC 6238: six digits, thirty seconds, one step of grace each way. */
export function isTotp(client: SandboxClient, code: string, atMs: number): boolean {
  const totp = new TOTP({ secret: Secret.fromBase32(client.totpSecret), digits: 6, period: 30 });
  return totp.validate({ token: code, timestamp: atMs, window: 1 }) !== null;
}
