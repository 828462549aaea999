import fs from 'node:fs/promises';
import type { Frame, Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

const source = require.resolve('axe-core/axe.min.js');

/** What axe-core finds wrong with a page or a frame, one line each; `what`: only with its colors. */
export async function accessibilityProblems(
  page: Page | Frame,
  what: 'all' | 'colors' = 'all',
): Promise<string[]> {
  await page.evaluate(await fs.readFile(source, 'utf8'));
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run({ resultTypes: ['violations']${what === 'colors' ? ", runOnly: ['color-contrast', 'link-in-text-block']" : ''} })`,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}
