// What the page says once about what was just done with the sign-in.
import type { Flash, SessionView } from "../context.ts";
import { Notice } from "../ui/notice.tsx";

export function FlashNotice(props: { flash: Flash; session: Pick<SessionView, "name" | "clientId"> }) {
  return (
    <div role="status" className="no-print mt-4">
      <Notice kind="info">
        <p>{words(props.flash, props.session)}</p>
      </Notice>
    </div>
  );
}

function words(flash: Flash, { name, clientId }: Pick<SessionView, "name" | "clientId">): string {
  switch (flash) {
    case "signed_in":
      return `Signed in as ${name} (${clientId}).`;
    case "session_ended":
      return "That sign-in was ended.";
    case "others_ended":
      return "You are signed out everywhere else.";
    case "app_revoked":
      return "The app is revoked: its token has ended.";
  }
}
