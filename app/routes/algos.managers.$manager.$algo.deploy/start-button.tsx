// The button of the form of terms. Its text follows the chosen mode; without `:has` in the browser it states both.
import { termsFormText as text } from "./text.ts";

export function StartButton({ className = "" }: { className?: string }) {
  return (
    <button type="submit" form="terms" className={`button button-main ${className}`}>
      <span className="when-paper">{text.startOnPaper}</span>{" "}
      <span className="when-live">{text.goToReview}</span>
    </button>
  );
}
