// Lessons: steps on the board, with explanations of wrong moves.

import { readFileSync } from "node:fs";
import { Game, expect, storedMatch, test } from "../support/game.mjs";
import { listen } from "../support/screen-reader.mjs";

const FILE = readFileSync("../data/lessons.json");
const { chapters } = JSON.parse(FILE);
const lessons = chapters.flatMap((chapter) => chapter.lessons);

const home = (page) => new Game(page).learnPage;
const panel = (page) => page.getByRole("region", { name: "Lessons" });
const feedback = (page) => panel(page).locator(".feedback");
const stored = (page) => page.evaluate(() => localStorage.getItem("four-shapes:lessons"));

const openHome = (page) => new Game(page).openLearn();

/** Opens the list of all lessons. */
async function open(page) {
  await openHome(page);
  await home(page).getByText("All lessons").click();
  await expect(lessonButton(page, lessons[0].title)).toBeVisible();
}

/** A lesson in the list of all. */
const lessonButton = (page, title) => home(page).locator("details").getByRole("button", { name: title });

/** Serves these files in turn; the last one from then on. */
async function serve(page, ...files) {
  await page.route("**/lessons*.json*", (route) => {
    const body = files.length > 1 ? files.shift() : files[0];
    return route.fulfill({ body, contentType: "application/json" });
  });
}

test("a lesson is done with keyboard and announcements only", async ({ game, page }) => {
  await game.openStored(storedMatch({ moves: "4455" }));
  const said = await listen(page);
  await page.getByRole("navigation").getByRole("button", { name: "Learn" }).focus();
  await page.keyboard.press("Enter");
  await expect(home(page).getByRole("heading", { name: "Learn" })).toBeFocused();
  const [chapter] = chapters;
  const card = home(page).getByRole("button", { name: `${chapter.title} 0 of ${chapter.lessons.length} lessons Start` });
  await card.focus();
  await page.keyboard.press("Enter");

  const [lesson] = lessons;
  await expect.poll(said.last).toContain(lesson.steps[0].text);
  await expect.poll(said.last).toContain("Your move");
  await page.keyboard.press("d");
  await page.keyboard.press("Enter");
  await expect.poll(said.all).toContain(`Correct. ${lesson.steps[0].done}`);
  await expect(panel(page).getByRole("button", { name: "Next" })).toHaveClass("next primary");
  await panel(page).getByRole("button", { name: "Next" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(said.last).toContain(lesson.steps[1].text);
  await page.keyboard.press("d");
  await page.keyboard.press("Enter");
  await expect.poll(said.all).toContain(`Correct. ${lesson.steps[1].done}`);
  for (const text of [lesson.steps[0].text, lesson.steps[0].done, lesson.steps[1].done]) {
    const times = (await said.all()).filter((it) => it.includes(text)).length;
    expect(times, `announced once: ${text}`).toBe(1);
  }
  expect(await stored(page)).toBe("1 drop");

  await page.locator("#panel").getByRole("button", { name: "Learn" }).focus();
  await page.keyboard.press("Enter");
  await expect(home(page)).toContainText(`1 of ${lessons.length} finished`);
  await home(page).locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(lessonButton(page, "Drop a piece")).toContainText("finished");
  await game.play.click();
  await game.expectPieces(4);
});

test("the home leads to the next lesson of each chapter", async ({ game, page }) => {
  const [first, second, third] = chapters;
  const done = [...first.lessons, second.lessons[0]].map((lesson) => lesson.id);
  await game.open();
  await page.evaluate((line) => localStorage.setItem("four-shapes:lessons", line), `1 ${done.join(" ")}`);
  await openHome(page);
  const all = first.lessons.length;
  await expect(home(page).getByRole("button", { name: `${first.title} ${all} of ${all} lessons`, exact: true })).toBeVisible();
  await expect(home(page).getByRole("button", { name: /Continue$/ })).toHaveCount(1);
  await home(page).getByRole("button", { name: `${second.title} 1 of ${second.lessons.length} lessons Continue` }).click();
  await expect(panel(page).getByRole("heading", { name: second.lessons[1].title })).toBeVisible();
  await page.locator("#panel").getByRole("button", { name: "Learn" }).click();
  await home(page).getByRole("button", { name: third.title }).click();
  await expect(panel(page).getByRole("heading", { name: third.lessons[0].title })).toBeVisible();
  // A finished chapter begins again.
  await openHome(page);
  await home(page).getByRole("button", { name: first.title }).click();
  await expect(panel(page).getByRole("heading", { name: first.lessons[0].title })).toBeVisible();
});

test("a wrong move is explained, goes back by itself, and the next one is judged afresh", async ({ game, page }) => {
  await game.open();
  await open(page);
  await lessonButton(page, "Look above").click();
  await game.expectPieces(7);
  await game.expectRefused("B1", async () => {
    await game.drop(2);
    await expect(feedback(page)).toHaveText("B1 lets Red win on top of it, at B2. Try again.");
  });
  await game.expectPieces(7);
  await expect(feedback(page), "it can still be read").toHaveText("B1 lets Red win on top of it, at B2. Try again.");
  await game.drop(3);
  await expect(feedback(page)).toHaveText("Correct. As long as nobody plays B1, B2 is out of reach.");
  expect(await stored(page)).toBe("1 look-above");
});

test("the first steps only ask for a column, and name no level", async ({ game, page }) => {
  await game.open();
  await open(page);
  await lessonButton(page, lessons[0].title).click();
  const seats = page.getByRole("list", { name: "Players" }).getByRole("listitem");
  await expect(seats).toHaveText([/circle$/, /pentagon$/]);
  await game.expectPieces(0);
  await game.drop(1);
  await expect(feedback(page)).toHaveText("That was column A. Drop your piece into column D. Try again.");
  await expect(feedback(page)).toHaveClass("feedback wrong");
  // The opponent doesn't reply.
  await game.expectPieces(0);
  await expect(seats).toHaveText([/circle$/, /pentagon$/]);
  await game.drop(2);
  await expect(feedback(page)).toHaveText("That was column B. Drop your piece into column D. Try again.");
  await game.expectPieces(0);
  await game.drop(4);
  await expect(feedback(page)).toHaveText(`Correct. ${lessons[0].steps[0].done}`);
});

test("on a low phone, the feedback and the button are in view", async ({ game, page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await game.open();
  await open(page);
  await lessonButton(page, lessons[0].title).click();
  const next = panel(page).getByRole("button", { name: /^(Skip|Next)$/ });
  const expectInView = async (text) => {
    await expect(feedback(page)).toHaveText(text);
    await expect(next).toBeInViewport({ ratio: 1 });
    await expect(feedback(page)).toBeInViewport({ ratio: 1 });
    const isCovered = async () => {
      const [above, below] = await Promise.all([feedback(page), next].map((it) => it.boundingBox()));
      return above.y + above.height > below.y;
    };
    await expect.poll(isCovered).toBe(false);
  };
  await game.drop(2);
  await expectInView("That was column B. Drop your piece into column D. Try again.");
  await game.expectPieces(0);
  await game.drop(4);
  await expectInView(`Correct. ${lessons[0].steps[0].done}`);
});

test("the move on the board is judged, and a finished step has no more", async ({ game, page }) => {
  await game.open();
  await open(page);
  await lessonButton(page, "Look above").click();
  await game.expectPieces(7);
  await game.drop(2);
  await expect(feedback(page)).toHaveText("B1 lets Red win on top of it, at B2. Try again.");
  // Undo, without the button for it: also once the piece has gone back, the position stays.
  await game.boardTabStop.focus();
  await page.keyboard.press("z");
  await game.expectPieces(7);
  await page.keyboard.press("z");
  await game.expectPieces(7);
  await page.keyboard.press("c");
  await page.keyboard.press("Enter");
  await expect(feedback(page)).toHaveClass("feedback right");
  await expect(game.status).not.toContainText("to move");
  await game.drop(5);
  await game.expectPieces(8);
  await expect(page.locator(".ghost")).toHaveCount(0);
});

test("lessons follow each other, take wrong moves back and are done by their answers", async ({ game, page }) => {
  // The answers of all lessons are proved by tests of the program; here, of the last chapter and the one before.
  const begin = lessons.length - 7;
  const done = lessons.slice(0, begin).map((lesson) => lesson.id);
  await game.open();
  await page.evaluate((line) => localStorage.setItem("four-shapes:lessons", line), `1 ${done.join(" ")}`);
  await open(page);
  await lessonButton(page, lessons[begin].title).click();
  for (const { title, steps } of lessons.slice(begin)) {
    for (const { moves, answers, done } of steps) {
      await expect(panel(page).getByRole("heading", { name: title })).toBeVisible();
      await game.expectPieces(moves.length);
      const wrong = [..."ABCDEFG"].find((column, at) => {
        const height = [...moves].filter((move) => move === `${at + 1}`).length;
        return height < 6 && !answers.includes(`${column}${height + 1}`);
      });
      // In two positions every move is right.
      if (wrong) {
        await game.drop(wrong.charCodeAt(0) - 64);
        await expect(feedback(page)).toHaveClass("feedback wrong");
        await expect(page.locator("[data-refused]")).toHaveCount(0);
        await game.expectPieces(moves.length);
      }
      await game.drop(answers[0].charCodeAt(0) - 64);
      await expect(feedback(page)).toHaveText(`Correct. ${done}`);
      await panel(page).getByRole("button", { name: "Next" }).click();
    }
  }
  await expect(home(page)).toContainText(`${lessons.length} of ${lessons.length} finished`);
});

test("the address leads to the first lesson that is not finished", async ({ game, page }) => {
  await game.open();
  const [first, second] = lessons;
  await page.evaluate((id) => localStorage.setItem("four-shapes:lessons", `1 ${id}`), first.id);
  await game.open("./#/lessons");
  await expect(panel(page).getByRole("heading", { name: second.title })).toBeVisible();
  await panel(page).getByRole("button", { name: "Learn" }).click();
  await expect(home(page)).toContainText(`1 of ${lessons.length} finished`);
});

test("a damaged file is fetched again, and a failure can be retried", async ({ game, page }) => {
  const damaged = Buffer.concat([FILE, Buffer.from(" ")]);
  await serve(page, damaged, FILE);
  await game.open();
  await open(page);
  await page.unroute("**/lessons*.json*");
  await serve(page, damaged, damaged, FILE);
  await game.play.click();
  await game.reload();
  await openHome(page);
  await expect(home(page).getByRole("alert")).toHaveText("The lessons failed to load.");
  await home(page).getByRole("button", { name: "Try again" }).click();
  await expect(home(page).getByRole("button", { name: chapters[0].title })).toBeVisible();
});

test("progress that can't be read is set aside", async ({ game, page }) => {
  await game.open();
  await page.evaluate(() => localStorage.setItem("four-shapes:lessons", "<b>"));
  await open(page);
  await expect(game.notices).toContainText("four-shapes:lessons:unreadable:1");
  await expect(home(page)).toContainText(`0 of ${lessons.length} finished`);
});
