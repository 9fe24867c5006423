// Texts of the pages that the server renders without the app, as the brand words them.
import { formText, pageText, type RefusalTexts, reasonText } from "../../app/contract/site/refusal-texts.ts";
import { replaceTexts } from "../../app/format/replace-texts.ts";

/** Returns the texts with the brand's replacements. Texts for programs remain in English. */
export function refusalTexts(brandTexts: Record<string, unknown>): RefusalTexts {
  const texts = { page: { ...pageText }, reason: { ...reasonText }, form: { ...formText } };
  replaceTexts(brandTexts, { refusals: texts });
  return texts;
}
