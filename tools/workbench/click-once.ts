import type { Locator } from 'playwright-core';

/** Timeout of the click itself on a slow computer, ms. If the target has disappeared meanwhile, this time is lost. */
const clickMs = 5_000;

/**
 * Clicks the target as soon as it can be clicked. If that takes longer than `timeout` ms, throws without a click. A
 * click that Playwright aborts may still arrive, and a second attempt would then click twice. So the attempt that may
 * fail is a trial without a click, and the click itself has a longer timeout.
 *
 * After a failed trial, the mouse moves to the corner. If it rests on a row, the hover of that row can cover the target
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
