// Services and data that the console shows and changes. server/wiring provides them.

import type { Conversation, ConversationSummary } from "../../app/contract/base-api/chat.ts";
import type { StoredEnquiry } from "../../app/contract/base-api/enquiry.ts";
import type { ServiceNow } from "../../app/contract/site/service-status.ts";
import type { Brand, Site } from "../../app/contract/site/site.ts";
import type { OperatorTrail } from "../state/operator-trail.ts";
import type { SiteControls } from "../state/site-controls.ts";

export type ConsoleServices = {
  brand: Brand;
  /** Addresses of the brand's logos and theme. The operators' port serves them too. */
  look: Pick<Site, "logo" | "themeHref">;
  links: [name: string, url: string][];
  controls: SiteControls;
  trail: OperatorTrail;
  /** Current state of this replica, as pairs of name and value. */
  facts(): [name: string, value: string][];
  services(): ServiceNow[];
  /** Returns the name of an algo; null for an unknown id. */
  algoName(id: string): string | null;
  /**
   * Conversations of the chat service; null if operators cannot reply there. Methods throw a Response if the service is
   * unavailable.
   */
  inbox: {
    list(): Promise<ConversationSummary[]>;
    read(id: string): Promise<Conversation>;
    answer(id: string, text: string, key: string): Promise<Conversation>;
  } | null;
  /** `list` returns the newest enquiries, or those before a reference. */
  enquiries: { list(before: string | null): Promise<StoredEnquiry[]>; waiting(): number } | null;
  /**
   * Writes the audit trails of clients to a file. Null with a real provider, because the provider stores the trails.
   */
  exportAudit: ((scope: { from: string; to: string }) => Promise<{ file: string; remove(): void }>) | null;
};
