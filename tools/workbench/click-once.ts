import type { Locator } from 'playwright-core';

/** How long the click itself may take on a slow machine, ms; so long is lost where the target has gone meanwhile. */
const clickMs = 5_000;

/**
 * Clicks what can be clicked within so many ms; else throws, and nothing was clicked. A click that is given up in the
 * middle may still arrive, and whoever tries again then does twice what was meant to be done once: so what may fail soon
 * is tried without clicking, and the click is given time.
 */
export async function clickOnce(target: Locator, timeout: number): Promise<void> {
  await target.click({ trial: true, timeout });
  await target.click({ timeout: clickMs });
}
