// The marks and the words that stand wherever figures of performance stand: which class of evidence, that it is simulated, and what
// the rules ask to be said.
import { Notice } from "../ui/notice.tsx";
import { DISCLOSURE_TEXTS } from "./disclosure-texts.ts";

export function EvidenceWords(props: { isSimulated: boolean }) {
  return (
    <>
      <p className="mt-2 flex flex-wrap gap-2 text-sm">
        <strong className="rounded-sm border border-line-strong px-2 py-0.5">Backtest</strong>
        {props.isSimulated ? (
          <strong className="rounded-sm border border-line-strong px-2 py-0.5">Simulated</strong>
        ) : null}
      </p>
      <div className="mt-4 max-w-[75ch]">
        <Notice kind="warn">
          <p>{DISCLOSURE_TEXTS.backtest}</p>
          {props.isSimulated ? <p className="mt-2">{DISCLOSURE_TEXTS.simulated}</p> : null}
          <p className="mt-2">{DISCLOSURE_TEXTS.market}</p>
        </Notice>
      </div>
    </>
  );
}
