// Descriptions of the settings for operators: their port, the console, logs and traces.
import type { SettingText } from "./setting-texts.ts";

export const OPERATOR_SETTING_TEXTS: readonly SettingText[] = [
  {
    group: "operators",
    names: ["ADMIN_PORT", "ADMIN_HOST"],
    byDefault: "none, `127.0.0.1`",
    means:
      "port of `/metrics` (Prometheus), `/status` and `/status.json` for operators, which the public port never serves. In a container use `ADMIN_HOST=0.0.0.0`, reachable only for your scraper. The host of a request must be an IP address, a name without a dot, a Kubernetes service or `ADMIN_HOST`; any other gets 421",
  },
  {
    group: "operators",
    names: ["CONSOLE_SECRETS"],
    byDefault: "none",
    means:
      "local secrets for the operator console at `/console` of `ADMIN_PORT`: `role=secret`, several separated by commas, each of at least 24 characters; `CONSOLE_SECRETS_FILE` for a file. Roles: `viewer`, `support`, `compliance`, `admin`",
  },
  {
    group: "operators",
    names: ["CONSOLE_ISSUER", "CONSOLE_CLIENT_ID", "CONSOLE_CLIENT_SECRET"],
    byDefault: "none",
    means:
      "OpenID Connect issuer for the operator console, and the site's client id and secret at this issuer. Register `CONSOLE_ORIGIN/console/callback`",
  },
  {
    group: "operators",
    names: ["CONSOLE_ORIGIN"],
    byDefault: "the request's own host",
    means:
      "scheme and host under which operators open the console. Required with `https:`, and with an issuer if the host is a name",
  },
  {
    group: "operators",
    names: ["CONSOLE_ROLE_CLAIM", "CONSOLE_ROLES"],
    byDefault: "`roles`, the groups' own names",
    means:
      "claim of the ID token that contains an operator's groups, with dots for nested objects; `group=role`, several separated by commas. With `CONSOLE_ROLES` only these groups give a role",
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
      "collector that accepts traces by OTLP over HTTP (JSON, below `/v1/traces`), and `name=value` headers for it, also as `_FILE`. A `traceparent` of a request is used only behind `TRUSTED_PROXY_HOPS`",
  },
  {
    group: "operators",
    names: ["OTEL_SERVICE_NAME", "OTEL_TRACES_SAMPLER_ARG"],
    byDefault: "`algo-marketplace`, `1`",
    means: "service name of this site at the collector, and the share of requests that are traced",
  },
  {
    group: "operators",
    names: ["KEEP_ENQUIRIES_DAYS"],
    byDefault: "`365`",
    means:
      "days after which requests for API access are deleted: unsent ones in `DATA_DIR` and those in the sandbox's enquiry service",
  },
  {
    group: "operators",
    names: ["KEEP_INCIDENTS_DAYS"],
    byDefault: "`90`",
    means: "number of days that `/status` shows incidents",
  },
  {
    group: "operators",
    names: ["LOG_LEVEL"],
    byDefault: "`info`",
    means:
      "lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug` or `silent`; at `info`, one JSON line per request on stdout, without cookies, queries and bodies",
  },
];
