// Privacy and licences.

import { expect, test } from "../support/game.mjs";

test.describe("the licences", () => {
  test.use({ allowed: /404/ });

  test("are shown, or their absence is reported", async ({ game, page }) => {
    await game.open();
    await game.help.click();
    const name = "Privacy and licences";
    await game.shownPage.getByRole("button", { name }).click();
    const about = page.getByRole("region", { name });
    await page.route("**/licences.txt*", (route) => route.fulfill({ status: 404 }));
    const show = about.getByRole("button", { name: "Show all licences" });
    await show.click();
    await expect(about.getByRole("alert")).toContainText("couldn’t be loaded");
    await page.unroute("**/licences.txt*");
    await show.click();
    await expect(about.getByRole("region", { name: "Licences" })).toContainText("leptos 0.8");
    await expect(about.getByRole("alert")).toBeEmpty();
  });
});
