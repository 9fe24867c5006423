// The consent text as a file, with exactly the bytes that were hashed. Response headers contain hash, time and
// versions.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadWithDeployment } from "../portfolio/read-deployment.ts";

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return loadWithDeployment(
    context,
    request,
    params,
    ({ strategyId, consent, consentText }) =>
      new Response(consentText, {
        headers: {
          "Content-Type": "text/plain; charset=utf-8",
          "Content-Disposition": `attachment; filename="consent-${strategyId}-${consent.version}.txt"`,
          "Cache-Control": "no-store",
          "X-Consent-Sha256": consent.sha256,
          "X-Consent-At": consent.acceptedAt,
        },
      }),
  );
}
