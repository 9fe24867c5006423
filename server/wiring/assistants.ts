// Builds the MCP endpoint from the sandbox, the catalogue, the disclosure rules and the site's pages.

import type { Pages, PagesOptions } from "../http/pages.ts";
import type { AnswerMcp } from "../http/request-route.ts";
import type { AcceptedTokens } from "../http/sender.ts";
import { McpEndpoint } from "../mcp/endpoint.ts";
import { createTradingCallers } from "../mcp/trading-caller.ts";
import type { SandboxSupervisor } from "../provider/supervise-sandbox.ts";
import type { Session } from "../session/sessions.ts";
import type { Settings } from "../settings.ts";

export function createAssistants(options: {
  settings: Settings;
  sandbox: SandboxSupervisor;
  contextFor: PagesOptions<Session>["contextFor"];
  pages: Pick<Pages<Session>, "readShared">;
  tokens: Pick<AcceptedTokens, "store">;
  log: { info(line: object, message: string): void };
  onFault: (fault: unknown, requestId: string) => void;
}): { answer: AnswerMcp; close: () => Promise<void> } {
  const { settings, sandbox, log } = options;
  const trading = createTradingCallers({ baseUrl: () => sandbox.baseUrl(), limits: settings.limits });
  const endpoint = new McpEndpoint({
    get brandName() {
      return settings.site.brand.name;
    },
    version: settings.site.buildVersion,
    trading,
    callTimeoutMs: settings.limits.apiTimeoutMs,
    contextFor: (request) =>
      options.contextFor({ ...request, isHttps: false, cookies: undefined, address: "" }, null),
    readPage: (path, origin) => options.pages.readShared(new URL(path, origin)),
    onCall: (line) => log.info(line, "assistant call"),
    onIdentified: (accessToken, clientId) => options.tokens.store(accessToken, clientId),
    onFault: options.onFault,
  });
  return { answer: (call) => endpoint.answer(call), close: () => trading.close() };
}
