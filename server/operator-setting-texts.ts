// Texts of the settings for operators: their port, the console, logs and traces.
import type { SettingText } from "./setting-texts.ts";

export const OPERATOR_SETTING_TEXTS: readonly SettingText[] = [
  {
    group: "operators",
    names: ["ADMIN_PORT", "ADMIN_HOST"],
    byDefault: "none, `127.0.0.1`",
    means:
      "`/metrics` (Prometheus), `/status`, `/status.json` for operators; never on the public port. In a container `ADMIN_HOST=0.0.0.0`, reachable for your scraper alone. Requests name an IP address, a name without a dot, a Kubernetes service or `ADMIN_HOST` as their host; any other gets 421",
  },
  {
    group: "operators",
    names: ["CONSOLE_SECRETS"],
    byDefault: "none",
    means:
      "local secrets for the operator console at `/console` of `ADMIN_PORT`: `role=secret`, several split by commas, of at least 24 characters; `CONSOLE_SECRETS_FILE` for a file. Roles: `viewer`, `support`, `compliance`, `admin`",
  },
  {
    group: "operators",
    names: ["CONSOLE_ISSUER", "CONSOLE_CLIENT_ID", "CONSOLE_CLIENT_SECRET"],
    byDefault: "none",
    means:
      "OpenID Connect issuer for the operator console, with this site's client there. Register `CONSOLE_ORIGIN/console/callback`",
  },
  {
    group: "operators",
    names: ["CONSOLE_ORIGIN"],
    byDefault: "the request's own host",
    means:
      "scheme and host under which operators open the console. Needed with `https:` and with an issuer behind a name",
  },
  {
    group: "operators",
    names: ["CONSOLE_ROLE_CLAIM", "CONSOLE_ROLES"],
    byDefault: "`roles`, the groups' own names",
    means:
      "claim of the ID token with an operator's groups, dots for nested objects; `group=role`, several split by commas. With `CONSOLE_ROLES` only the groups named there give a role",
  },
  {
    group: "operators",
    names: ["CHAT_OPERATOR_SECRET"],
    byDefault: "the sandbox's",
    means:
      "secret that the chat and the enquiry service accept in the header `operator-key`, so that the console shows conversations and enquiries and sends answers",
  },
  {
    group: "operators",
    names: ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS"],
    byDefault: "none",
    means:
      "a collector that takes traces by OTLP over HTTP (JSON, below `/v1/traces`), and `name=value` headers for it, `_FILE` too. A `traceparent` of an asker is believed behind `TRUSTED_PROXY_HOPS` alone",
  },
  {
    group: "operators",
    names: ["OTEL_SERVICE_NAME", "OTEL_TRACES_SAMPLER_ARG"],
    byDefault: "`algo-marketplace`, `1`",
    means: "what the collector calls this site, and the share of traces that it gets",
  },
  {
    group: "operators",
    names: ["KEEP_INCIDENTS_DAYS"],
    byDefault: "`90`",
    means: "how long `/status` keeps incidents",
  },
  {
    group: "operators",
    names: ["LOG_LEVEL"],
    byDefault: "`info`",
    means: "one JSON line a request on stdout; never cookies, queries or bodies (see Log)",
  },
];
