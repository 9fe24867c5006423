// Text input with label, hint and error. `aria-describedby` connects hint and error to the input.
import type { InputHTMLAttributes, ReactNode } from "react";
import { FieldFault } from "./error-summary.tsx";

type Props = InputHTMLAttributes<HTMLInputElement> & {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  hintSize?: "text-sm" | "text-xs";
  fault?: string | undefined;
  /** Classes of the element around label, input, hint and error. */
  box?: string | undefined;
};

export function TextField({ label, hint, hintSize = "text-sm", fault, box, className, ...input }: Props) {
  const { id } = input;
  const describedBy = [
    hint === undefined ? [] : `${id}-hint`,
    fault === undefined ? [] : `${id}-fault`,
  ].flat();
  return (
    <div className={box}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        {...input}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={describedBy.join(" ") || undefined}
        className={`field mt-1.5${className === undefined ? "" : ` ${className}`}`}
      />
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={`mt-1 ${hintSize} text-ink-muted`}>
          {hint}
        </p>
      )}
      <FieldFault id={`${id}-fault`} message={fault} />
    </div>
  );
}
