// Translates the label of a device. The label is stored in English ("Chrome on Linux, from 203.0.113.*"), so that it is
// independent of the language of the site that the user signed in to.
import { sessionsText as text } from "./text.ts";

const LABEL = /^(?<browser>.+?)(?: on (?<system>.+?))?(?:, from (?<place>\S+))?$/;

/** Returns the label in the site's language. */
export function localDeviceLabel(label: string): string {
  const { browser = label, system, place } = LABEL.exec(label)?.groups ?? {};
  const named = browser === "A browser" ? text.aBrowser : browser;
  const device = system === undefined ? named : text.deviceOn({ browser: named, system });
  return place === undefined ? device : text.deviceFrom({ device, place });
}
