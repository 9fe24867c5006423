// Side of an order as word and colour. Red and green are left to losses and gains.
import { deploymentPartsText as text } from "./text.ts";

export function SideMark({ side }: { side: string }) {
  return (
    <span className="side" data-side={side}>
      {side === "BUY" ? text.buy : text.sell}
    </span>
  );
}
