import type { Page } from 'playwright-core';

/** Times between the last key and Enter, ms: from faster than the box to slower than a search. */
export const enterDelays = [0, 50, 100, 150, 200, 300, 500, 800];

/** Types a text, and presses Enter `delay` ms after the last key. */
export async function typeThenEnter({ keyboard }: Page, text: string, delay: number): Promise<void> {
  await keyboard.type(text.slice(0, -1));
  await keyboard.type(`${text.slice(-1)}\n`, { delay });
}
