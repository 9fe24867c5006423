// Token response in the provider's format.
import { IST_OFFSET_MS } from "../../../../app/domain/time.ts";
import type { SandboxClient } from "../../accounts/clients.ts";

export function tokenPayload(client: SandboxClient, token: { accessToken: string; expiresAt: number }) {
  return {
    dhanClientId: client.id,
    dhanClientName: client.name,
    dhanClientUcc: client.ucc,
    givenPowerOfAttorney: true,
    accessToken: token.accessToken,
    // The provider sends Indian local time without a zone.
    expiryTime: new Date(token.expiresAt + IST_OFFSET_MS).toISOString().slice(0, 23),
  };
}
