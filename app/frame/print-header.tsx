// Header of printed pages, with the names of the broker and the client. The screen shows the site's header instead.
import type { SessionView } from "../context.ts";
import type { Brand } from "../contract/site/site.ts";
import { paperHeaderText as text } from "./text.ts";

export function PaperHeader(props: { brand: Brand; session: SessionView | null }) {
  const { brand, session } = props;
  return (
    <div className="print-header wrap" aria-hidden="true">
      <p>
        <strong>{brand.legalName}</strong> · {brand.registration}
      </p>
      <p>
        {brand.address} · {brand.supportPhone} · {brand.supportEmail}
      </p>
      {session === null ? null : <p>{text.clientOf({ name: session.name, clientId: session.clientId })}</p>}
    </div>
  );
}
