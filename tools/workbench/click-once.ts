import type { Locator } from 'playwright-core';

/** How long the click itself may take on a slow machine, ms; so long is lost where the target has gone meanwhile. */
const clickMs = 5_000;

/**
 * Clicks the target once it can be clicked, within `timeout` ms; otherwise throws without a click. A click that
 * Playwright gives up halfway may still arrive, and the caller's next attempt would then click twice. So the attempt
 * that may fail is a trial without a click, and the click itself gets more time.
 *
 * After a failed trial the mouse moves to the corner: where it rests on a row, that row's hover can cover the target
 * until the mouse leaves.
 */
export async function clickOnce(target: Locator, timeout: number): Promise<void> {
  try {
    await target.click({ trial: true, timeout });
  } catch (error) {
    await target.page().mouse.move(0, 0);
    throw error;
  }
  await target.click({ timeout: clickMs });
}
