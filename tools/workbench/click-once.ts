import type { Locator } from 'playwright-core';

/**
 * Timeout of the click itself, ms, for slow computers. If the target disappears just before the click, this much time
 * is lost.
 */
const clickMs = 5_000;

/**
 * Clicks the target as soon as it can be clicked. If that takes longer than `timeout` ms, throws without a click. If
 * Playwright aborts a click, the click may still arrive, and a second attempt would then click twice. Therefore, the
 * attempt that may fail is a trial without a click, and the click itself has a longer timeout.
 *
 * After a failed trial, moves the mouse to the corner. If the mouse stays over a row, the row's hover can cover the
 * target.
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
