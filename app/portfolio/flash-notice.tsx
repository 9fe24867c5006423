// Message that a page shows once after a redirect.
import type { Flash, SessionView } from "../context.ts";
import { TextLink } from "../ui/link-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { flashNoticeText as text } from "./text.ts";

const WARNINGS: readonly Flash[] = ["form_not_sent", "order_rejected"];

export function FlashNotice(props: { flash: Flash; session: Pick<SessionView, "name" | "clientId"> }) {
  return (
    <div role="status" className="no-print mt-4">
      <Notice kind={WARNINGS.includes(props.flash) ? "warn" : "info"}>
        <p>
          {flashMessage(props.flash, props.session)}
          {props.flash === "orders_sent" || props.flash === "order_rejected" ? (
            <>
              {" "}
              <TextLink to="/algos/my-algos/orders">{text.seeTheOrderBook}</TextLink>
            </>
          ) : null}
        </p>
      </Notice>
    </div>
  );
}

function flashMessage(flash: Flash, { name, clientId }: Pick<SessionView, "name" | "clientId">): string {
  switch (flash) {
    case "signed_in":
      return text.signedIn({ name, clientId });
    case "form_not_sent":
      return text.formNotSent({ name, clientId });
    case "session_ended":
      return text.sessionEnded;
    case "others_ended":
      return text.othersEnded;
    case "app_revoked":
      return text.appRevoked;
    case "position_closed":
      return text.positionClosed;
    case "orders_sent":
      return text.ordersSent;
    case "order_rejected":
      return text.orderRejected;
  }
}
