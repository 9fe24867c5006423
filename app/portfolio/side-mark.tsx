// Side of an order as text and colour. The colours are not red and green, which mean loss and gain.
import { deploymentPartsText as text } from "./text.ts";

export function SideMark({ side }: { side: string }) {
  return (
    <span className="side" data-side={side}>
      {side === "BUY" ? text.buy : text.sell}
    </span>
  );
}
