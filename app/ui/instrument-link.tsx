// An instrument's name as a link to its page.
import { instrumentPath } from "../format/instrument-path.ts";
import { FeatureLink } from "./feature-link.tsx";

export function InstrumentLink(props: {
  of: { exchangeSegment: string; securityId: string; symbol: string };
  className?: string;
}) {
  return (
    <FeatureLink to={instrumentPath(props.of)} className={`link ${props.className ?? ""}`}>
      {props.of.symbol}
    </FeatureLink>
  );
}
