// The amount form redirects back to the page that contains it. The redirect removes an amount from the address only if
// it would override the stored amount.
import { expect, it } from "vitest";
import { routePage } from "../../tests/support/submit-form.tsx";
import { AmountControl } from "../frame/amount-form.tsx";
import { action } from "./amount.tsx";

it.each([
  [false, "/algos?amount=5000&sort=Risk", "/algos?sort=Risk"],
  [false, "/algos?amount=5000", "/algos"],
  [true, "/algos/find?capital=100000&amount=300000", "/algos/find?capital=100000&amount=300000"],
])(
  "with hasOwnAmount=%s, redirects from %s to %s after saving the amount",
  async (hasOwnAmount, here, to) => {
    const page = () => <AmountControl amount={100_000} here={here} hasOwnAmount={hasOwnAmount} xsrf={null} />;
    const site = routePage("/amount", { action, loader: () => null, default: page }, {});
    const { html } = await site.get("/amount");
    const saved = await site.submit(html, "amount", { amount: "50,000" });
    expect([saved.status, saved.location]).toEqual([303, to]);
  },
);
