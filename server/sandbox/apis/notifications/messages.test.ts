import { afterAll, beforeAll, expect, it } from "vitest";
import type { AccountEvent } from "../../../../app/contract/base-api/portfolio.ts";
import { LOCALE } from "../../../../app/format/locale.ts";
import { readTexts, SECOND_BRAND } from "../../../../tests/support/brand-texts.ts";
import { openBrand } from "../../page-texts.ts";
import { composeMail, pushMessage, testMessages } from "./messages.ts";

const english = { facts: {}, locale: LOCALE, words: {}, sections: {} };
beforeAll(() => void openBrand({ ...english, locale: "hi-IN", words: readTexts(SECOND_BRAND) }));
afterAll(() => void openBrand(english));

const event = {
  id: "e1",
  at: "2026-10-21T09:15:07+05:30",
  class: "order",
  mode: "paper",
  deploymentId: null,
  strategyName: null,
  reason: null,
  by: null,
  what: "TRADED",
  order: { side: "BUY", quantity: 65, filled: 65, symbol: "NIFTY", averagePaise: 4_120 },
} as unknown as AccountEvent;

it("writes push messages, mails and test messages in the brand's language", () => {
  expect(pushMessage([event])).toMatchObject({
    title: "आपका अपना ऑर्डर (काग़ज़ पर)",
    body: "NIFTY: 41.20 पर 65 ख़रीदे",
  });
  expect(pushMessage(Array(5).fill(event))).toMatchObject({
    title: "आपके खाते में 5 घटनाएँ",
    body: expect.stringMatching(/\nऔर 2$/),
  });
  expect(composeMail([event], { brand: "उदय", origin: null }).text).toMatch(
    /^21 अक्टू॰, 09:15:07 IST {2}आपका अपना ऑर्डर[^\n]+\n\n[^A-Za-z]+: उदय, खाता, सूचनाएँ$/,
  );
  expect(testMessages({ brand: "उदय", origin: "https://a.example" }).mail).toEqual({
    subject: "उदय: परीक्षण संदेश",
    text: "यह पता संदेश पाता है। संदेशों की सेटिंग: https://a.example/account/notifications",
  });
});
