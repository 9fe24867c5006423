// A small OpenID Connect issuer. It signs in every browser immediately as the user that the test sets, with PKCE, state
// and nonce as the standard requires. `faults` makes its responses invalid.
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export const ISSUER_CLIENT = { id: "console", secret: "issuer-client-secret" };

export type IssuerFaults = { nonce?: string; audience?: string; isForged?: boolean; expired?: boolean };

export async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const forger = await generateKeyPair("RS256");
  const issuer = {
    user: { sub: "u1", email: "ada@northgate.test", roles: ["admin"] as unknown },
    faults: {} as IssuerFaults,
  };
  const codes = new Map<string, { nonce: string; challenge: string; redirect: string }>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", base());
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (url.pathname === "/.well-known/openid-configuration")
      return json({
        issuer: base(),
        authorization_endpoint: `${base()}/authorize`,
        token_endpoint: `${base()}/token`,
        jwks_uri: `${base()}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        code_challenge_methods_supported: ["S256"],
      });
    if (url.pathname === "/keys")
      return void exportJWK(publicKey).then((key) =>
        json({ keys: [{ ...key, kid: "1", alg: "RS256", use: "sig" }] }),
      );
    if (url.pathname === "/authorize") {
      const code = randomBytes(12).toString("hex");
      const query = url.searchParams;
      const redirect = query.get("redirect_uri") ?? "";
      codes.set(code, {
        nonce: query.get("nonce") ?? "",
        challenge: query.get("code_challenge") ?? "",
        redirect,
      });
      const back = new URL(redirect);
      back.searchParams.set("code", code);
      back.searchParams.set("state", query.get("state") ?? "");
      return response.writeHead(303, { location: back.href }).end();
    }
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const form = new URLSearchParams(body);
      const code = form.get("code") ?? "";
      const known = codes.get(code);
      codes.delete(code);
      const challenge = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      if (known === undefined || known.challenge !== challenge || known.redirect !== form.get("redirect_uri"))
        return json({ error: "invalid_grant" }, 400);
      const { faults } = issuer;
      void new SignJWT({ ...issuer.user, nonce: faults.nonce ?? known.nonce })
        .setProtectedHeader({ alg: "RS256", kid: "1" })
        .setIssuer(base())
        .setAudience(faults.audience ?? ISSUER_CLIENT.id)
        .setIssuedAt()
        .setExpirationTime(faults.expired ? "-1h" : "5m")
        .sign(faults.isForged ? forger.privateKey : privateKey)
        .then((id_token) => json({ access_token: "a", token_type: "Bearer", id_token }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(issuer, {
    url: base(),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
export type Issuer = Awaited<ReturnType<typeof startIssuer>>;
