// The broker's header on printed receipts and statements; the screen has the site's own.
import type { Brand } from "../wire/site.ts";

export function PrintHeader(props: { brand: Brand; client: string }) {
  const { brand } = props;
  return (
    <div className="print-header" aria-hidden="true">
      <p>
        <strong>{brand.legalName}</strong>
      </p>
      <p>{brand.registration}</p>
      <p>
        {brand.address} · {brand.supportPhone} · {brand.supportEmail}
      </p>
      <p>{props.client}</p>
    </div>
  );
}
