import { expect, it } from "vitest";
import { readChoices, readDevice } from "./notification-choices.ts";

function formOf(fields: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

it("parses the ticked notification choices, and quiet hours only if enabled", () => {
  const { change, faults } = readChoices(
    formOf([
      ["on", "limit.push"],
      ["on", "limit.email"],
      ["on", "order.email"],
      ["on", "nonsense.push"],
      ["from", "99:99"],
    ]),
  );
  expect(faults).toEqual({});
  expect(change).toEqual({
    choices: {
      order: { push: false, email: true },
      reject: { push: false, email: false },
      limit: { push: true, email: true },
      manager: { push: false, email: false },
      state: { push: false, email: false },
    },
    quietHours: null,
  });
});

it("returns errors and the entered values if the quiet hours are invalid", () => {
  const refused = readChoices(
    formOf([
      ["on", "order.push"],
      ["quiet", "yes"],
      ["from", "25:00"],
      ["to", "8"],
    ]),
  );
  expect(refused.change).toBeNull();
  expect(refused.faults).toEqual({
    from: "From: a time of day, such as 22:00.",
    to: "To: a time of day, such as 08:00.",
  });
  expect(refused.typed.choices.order.push).toBe(true);
  expect(refused.typed.hours).toEqual({ from: "25:00", to: "8" });
  const same = readChoices(
    formOf([
      ["quiet", "yes"],
      ["from", "08:00"],
      ["to", "08:00"],
    ]),
  );
  expect(same.faults).toEqual({ to: "To: choose a time other than From." });
});

it("accepts only a valid push subscription as a device", () => {
  const subscription = {
    endpoint: "https://fcm.googleapis.com/fcm/send/abc",
    expirationTime: null,
    keys: { p256dh: "BKey-_", auth: "aUth" },
  };
  expect(
    readDevice(
      formOf([
        ["subscription", JSON.stringify(subscription)],
        ["name", "Chrome on Android"],
      ]),
    ),
  ).toEqual({ endpoint: subscription.endpoint, keys: subscription.keys, name: "Chrome on Android" });
  for (const text of [
    "",
    "null",
    "7",
    "{}",
    '{"endpoint":"javascript:alert(1)","keys":{"p256dh":"a","auth":"b"}}',
  ])
    expect(
      readDevice(
        formOf([
          ["subscription", text],
          ["name", "x"],
        ]),
      ),
      text,
    ).toBeNull();
});
