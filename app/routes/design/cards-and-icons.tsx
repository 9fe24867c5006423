// The algo card in its states, and all icons.
import { StrategyCard } from "../../marketplace/strategy-card.tsx";
import * as icons from "../../ui/icons.tsx";
import { Panel } from "../../ui/section.tsx";
import { ALGO, STRIP } from "./example-algo.ts";
import { designText as text } from "./text.ts";

/** Renders three cards: the amount is sufficient, too small, and the record is not disclosed. */
export function Cards() {
  return (
    <Panel id="design-cards" title={text.cards} className="space-y-4">
      <StrategyCard strategy={ALGO} evidence={{ strip: STRIP, amount: 100_000 }} compareHref="/design" />
      <StrategyCard
        strategy={{ ...ALGO, minAmountRupees: 200_000, risk: "High" }}
        evidence={{ strip: STRIP, amount: 100_000 }}
        compareHref="/design"
        isChosen
      />
      <StrategyCard
        strategy={{ ...ALGO, status: { ...ALGO.status, state: "suspended" } }}
        evidence={{ strip: { kind: "withheld", reason: "not_disclosed" }, amount: 100_000 }}
      />
    </Panel>
  );
}

export function Icons() {
  return (
    <Panel id="design-icons" title={text.icons} className="space-y-4">
      <p className="flex flex-wrap gap-3">
        {Object.entries(icons).map(([name, Icon]) => (
          <Icon key={name} className="size-5" />
        ))}
      </p>
    </Panel>
  );
}
