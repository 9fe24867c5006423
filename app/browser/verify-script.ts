// Verifies a record in the browser: either a dropped or chosen file, which is not uploaded, or an address of this site.
// The verification code is loaded on demand. If the browser cannot check signatures, the form is submitted to the
// server.

import type { EvidenceHeads, EvidenceIndex, EvidenceKeys } from "../contract/base-api/record.ts";
import { RECORD_UPLOAD_BYTES } from "../contract/site/record-upload.ts";
import type { CheckReport, CheckStep } from "../evidence/check-record.ts";
import { CHECK_TEXTS, CHECKED } from "../evidence/check-texts.ts";
import { replaceBrandTexts } from "./brand-texts.ts";
import { sendRequest } from "./browser-client.ts";
import { VERIFY_TEXTS as words } from "./script-texts.ts";

replaceBrandTexts({ scripts: { VERIFY_TEXTS: words }, checks: { CHECKED, CHECK_TEXTS } });

const FETCH_WITHIN_MS = 15_000;

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
};

async function fetchJson<T>(path: string): Promise<T> {
  const answer = await sendRequest(path, {
    accept: "application/json",
    signal: AbortSignal.timeout(FETCH_WITHIN_MS),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as T;
}

/** Loads the public keys and the days with published heads, newest first. */
async function proofs(): Promise<{ keys: EvidenceKeys["keys"]; days: string[] }> {
  const [{ keys }, { items }] = await Promise.all([
    fetchJson<EvidenceKeys>("/evidence/keys.json"),
    fetchJson<EvidenceIndex>("/evidence/heads/index.json"),
  ]);
  return { keys, days: items.map(({ day }) => day) };
}

function buildVerdictPanel(
  verdict: HTMLElement,
  steps: readonly CheckStep[],
  last: string | null,
): HTMLElement {
  const list = element("ul", "check-steps");
  for (const { state, title, detail, count } of steps) {
    const row = element(
      "li",
      "",
      element("span", "check-mark"),
      element("span", "", title, element("small", "", detail)),
      element("code", "", count),
    );
    row.dataset.state = state;
    list.append(row);
  }
  const panel = element("section", "panel board-fill", verdict, list);
  if (last !== null)
    panel.append(element("p", "board-foot", `${words.lastHash} `, element("code", "break-all", last)));
  panel.id = "check-result";
  return panel;
}

function show(panel: HTMLElement): void {
  document.querySelector("#check-result")?.replaceWith(panel);
}

function buildVerdict(title: string, subject: string, holds?: boolean): HTMLElement {
  const verdict = element(
    "div",
    "check-verdict",
    element("h2", "panel-title", title),
    element("p", "", subject),
  );
  verdict.setAttribute("role", "status");
  if (holds !== undefined) verdict.dataset.holds = holds ? "yes" : "no";
  return verdict;
}

/**
 * Verifies a record's text. `isCurrent` is true if this site has just sent the text. Throws if this browser cannot
 * check signatures, or if keys or heads cannot be loaded.
 */
async function verify(text: string, isCurrent: boolean): Promise<CheckReport> {
  const bar = document.createElement("progress");
  bar.className = "making";
  bar.setAttribute("aria-label", words.daysChecked);
  const started = performance.now();
  show(
    buildVerdictPanel(
      element("div", "check-verdict", element("h2", "panel-title", words.checking), bar),
      [],
      null,
    ),
  );
  const [{ checkRecord, comparedDays }, { keys, days }] = await Promise.all([
    import("../evidence/check-record.ts"),
    proofs(),
  ]);
  const heads = await Promise.all(
    comparedDays(days, text).map((day) => fetchJson<EvidenceHeads>(`/evidence/heads/${day}.json`)),
  );
  const report = await checkRecord({
    text,
    keys,
    heads,
    isCurrent,
    onProgress: (done, total) => {
      bar.max = total;
      bar.value = done;
    },
  });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  show(
    buildVerdictPanel(
      buildVerdict(report.title, `${report.subject} ${words.checkedIn(seconds)}`, report.holds),
      report.steps,
      report.last,
    ),
  );
  return report;
}

async function verifyFile(form: HTMLFormElement, file: File): Promise<void> {
  if (file.size > RECORD_UPLOAD_BYTES) {
    show(buildVerdictPanel(buildVerdict(words.tooLarge, words.atMost, false), [], null));
    return;
  }
  try {
    await verify(await file.text(), false);
  } catch {
    // The browser cannot verify the file, so the server does.
    form.submit();
  }
}

const fileForm = document.querySelector<HTMLFormElement>('form[data-verify="file"]');
const field = fileForm?.querySelector<HTMLInputElement>('input[type="file"]');
if (fileForm && field) {
  fileForm.addEventListener("submit", (event) => {
    const [file] = field.files ?? [];
    if (file === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    void verifyFile(fileForm, file);
  });
  field.addEventListener("change", () => {
    const [file] = field.files ?? [];
    if (file !== undefined) void verifyFile(fileForm, file);
  });
  const zone = fileForm.querySelector<HTMLElement>(".drop-zone");
  for (const name of ["dragover", "dragleave", "drop"] as const)
    zone?.addEventListener(name, (event) => {
      event.preventDefault();
      zone.toggleAttribute("data-over", name === "dragover");
      if (name !== "drop" || !event.dataTransfer?.files.length) return;
      field.files = event.dataTransfer.files;
      field.dispatchEvent(new Event("change"));
    });
}

const addressForm = document.querySelector<HTMLFormElement>('form[data-verify="address"]');
addressForm?.addEventListener("submit", (event) => {
  const typed = addressForm.querySelector<HTMLInputElement>("input")?.value.trim() ?? "";
  const url = URL.canParse(typed, location.href) ? new URL(typed, location.href) : null;
  // The address is not a record of this site: the form is submitted, and the server states the reason.
  if (url === null || url.origin !== location.origin || !url.pathname.endsWith("/record.json")) return;
  event.preventDefault();
  event.stopPropagation();
  void (async () => {
    try {
      const answer = await sendRequest(url.href, {
        accept: "application/json",
        signal: AbortSignal.timeout(FETCH_WITHIN_MS),
      });
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      await verify(await answer.text(), true);
    } catch {
      addressForm.submit();
    }
  })();
});
