import { parse } from "node-html-parser";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FILTER_STEPS, readAnswers, sliderAmount } from "../../marketplace/stepper.ts";
import { Step } from "./step.tsx";

function capitalStep(query: string) {
  const params = new URLSearchParams(query);
  const [step] = FILTER_STEPS;
  if (step === undefined) throw new Error("there is no step");
  return parse(
    renderToStaticMarkup(
      <Step
        step={step}
        number={1}
        {...readAnswers(params)}
        typedAmount={params.get("amount") ?? ""}
        slider={sliderAmount(params)}
      />,
    ),
  );
}

it("shows an amount that is not understood again, with the error at its field", () => {
  const page = capitalStep("capital=100000&amount=lots");
  const field = page.querySelector('input[name="amount"]');
  expect([field?.getAttribute("value"), field?.getAttribute("aria-invalid")]).toEqual(["lots", "true"]);
  expect(page.querySelector(`#${field?.id}-fault`)?.text).toContain("“lots” is not an amount");
  expect(page.querySelector('[role="alert"] a')?.getAttribute("href")).toBe(`#${field?.id}`);
});

it("shows the slider's amount again if the typed amount is invalid", () => {
  const page = capitalStep("capital=200000&amount=lots");
  expect(page.querySelector('input[type="range"]')?.getAttribute("value")).toBe("200000");
  expect(page.querySelector("output")?.text).toBe("₹2,00,000");
});

it("shows a corrected amount without an error at the field", () => {
  const page = capitalStep("amount=100&step=1");
  expect(page.querySelector('input[name="amount"]')?.getAttribute("aria-invalid")).toBeUndefined();
  expect(page.querySelector('[role="alert"]')?.text).toContain("The smallest amount is");
});
