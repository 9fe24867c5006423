// Checks that need only the settings and no network access.
import type { Environment, Settings } from "../settings.ts";
import { createFindingCreators, type Finding } from "./finding.ts";

/** Minimum number of different characters in a secret. A random secret of 32 characters exceeds it. */
const DISTINCT_CHARACTERS = 10;

export function settingFindings(settings: Settings, environment: Environment): Finding[] {
  const { publicOrigin, admin, auth, sessionSecrets, unknownSettings, baseApiUrl, feeds } = settings;
  const findings: Finding[] = unknownSettings.flatMap(({ name, nearest }) =>
    createFindingCreators("settings").amber(
      [name],
      `unknown setting without effect; did you mean ${nearest}?`,
    ),
  );
  const warn = (check: string, name: string, text: string) =>
    findings.push(...createFindingCreators(check).amber([name], text));
  if (publicOrigin === null && auth === null)
    warn("settings", "PUBLIC_ORIGIN", "not set: only loopback names such as localhost are served");
  if (publicOrigin?.startsWith("https:") && settings.trustedProxyHops === 0)
    warn(
      "settings",
      "TRUSTED_PROXY_HOPS",
      "0 with an https origin: behind a proxy, all users count as one address",
    );
  if (admin === null)
    warn("settings", "ADMIN_PORT", "not set: no metrics, no alerts and no operator console");
  if (sessionSecrets?.some((secret) => new Set(secret).size < DISTINCT_CHARACTERS))
    warn("settings", "SESSION_SECRETS", "a secret is not random; create one with openssl rand -base64 48");
  const usesFeed = Object.values(feeds).some(({ urls }) => urls !== null && urls.length > 0);
  if (usesFeed && !environment.FEED_ACCESS_TOKEN_FILE)
    warn(
      "settings",
      "FEED_ACCESS_TOKEN",
      "set without _FILE: a token that is renewed every day must be read from a file",
    );
  if (baseApiUrl !== null && settings.disclosureCeiling === "backtest")
    warn(
      "settings",
      "PERFORMANCE_DISCLOSURE",
      "backtest: all figures of a real provider are shown; confirm that this is allowed",
    );
  return findings.length === 0
    ? createFindingCreators("settings").green([], "complete and consistent")
    : findings;
}
