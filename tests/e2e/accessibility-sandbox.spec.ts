// Runs axe on the sandbox's pages: sign-in with its errors, a complete portal, a partner platform. All are tested in
// both schemes, on a phone and a desktop, and must not be wider than the phone.
import { faultsInBothSchemes } from "./axe.ts";
import { expect } from "./fixtures.ts";
import { signIn, test } from "./own-client.ts";

test("the sandbox's pages pass axe's accessibility checks", async ({ page, origin, request }) => {
  test.setTimeout(120_000);
  const found: string[] = [];
  const runAxe = async (where: string) => found.push(...(await faultsInBothSchemes(page, where)));
  await page.goto(`${origin}/sandbox/platforms/chartline`);
  await runAxe("platform");
  await page.getByRole("button", { name: "Connect your Meridian account" }).click();
  await runAxe("consent");
  await page.getByLabel("Client id").fill("12");
  await page.getByRole("button", { name: "Continue" }).click();
  await runAxe("consent, refused");
  await signIn(page);
  await expect(page.getByText("Connected to account")).toBeVisible();
  await runAxe("platform, connected");

  await page.goto(`${origin}/sandbox/portal`);
  await runAxe("portal, signed out");
  await page.getByRole("button", { name: "Create an account" }).click();
  const token = (await page.getByRole("status").locator("dd code").nth(1).textContent()) ?? "";
  await runAxe("overview, with secrets");
  const order = {
    transactionType: "BUY",
    exchangeSegment: "NSE_EQ",
    productType: "INTRADAY",
    orderType: "MARKET",
    validity: "DAY",
    securityId: "1333",
    quantity: 1,
  };
  await request.post(`${origin}/sandbox/v2/orders`, { headers: { "access-token": token }, data: order });
  for (const place of [
    "",
    "/apps",
    "/tokens",
    "/postbacks",
    "/assistants",
    "/requests",
    "/faults",
    "/clock",
  ]) {
    await page.goto(`${origin}/sandbox/portal${place}`);
    await runAxe(`portal${place}`);
  }
  await page.goto(`${origin}/sandbox/portal/requests`);
  await page.getByRole("link", { name: "POST /v2/orders" }).click();
  await runAxe("one request");
  expect(found).toEqual([]);
});
