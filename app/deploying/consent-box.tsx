// Required checkbox of a consent, which is never ticked in advance.
export function ConsentBox({ words, className = "" }: { words: string; className?: string }) {
  return (
    <label className={`flex items-start gap-3 ${className}`.trimEnd()}>
      <input
        id="consent"
        type="checkbox"
        name="consent"
        value="yes"
        required
        className="mt-1 size-5 shrink-0"
      />
      <span>{words}</span>
    </label>
  );
}
