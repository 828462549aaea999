import type { BrowserContext, Page } from 'playwright-core';

const seen = new WeakMap<Page, string[]>();

/**
 * Records every notification in the windows of this browser, including those that disappear immediately. Reads the texts for
 * screen readers, which contain each notification.
 */
export async function watchNotices(context: BrowserContext): Promise<void> {
  await context.exposeBinding('noteNotice', ({ page }, text: string) => {
    noticesOf(page).push(text);
  });
  await context.addInitScript(`
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        if (addedNodes.length > 0 && target.classList?.contains('monaco-alert') && target.textContent)
          globalThis.noteNotice(target.textContent);
    }).observe(document, { childList: true, subtree: true });
  `);
}

/** Returns all notifications of a window, also before a reload, oldest first: `Info: …`, `Warning: …`, `Error: …`. */
export function noticesOf(page: Page): string[] {
  const known = seen.get(page) ?? [];
  seen.set(page, known);
  return known;
}

export interface NoticeCount {
  /** notifications of the extension, oldest first */
  readonly told: readonly string[];
  /** number of results that these announce */
  readonly ends: number;
  /** names and texts that appear more than once for the same cause */
  readonly repeated: readonly string[];
  /** notifications of the extension that don’t announce results */
  readonly others: readonly string[];
}

/** Entry in the list of notifications for the end of the extension host, which loses its combined notification. */
export const hostEnded = '(the extension host ended)';

/** VS Code’s own notifications about a killed extension host. */
const ofVsCode = /extension host|Attempting to reconnect|Disconnected|cannot reconnect|reload the window/i;

/**
 * Sorts notifications by their cause: a result, or something else.
 * @param windows the notifications of each window
 * @param names names of all submissions of the run
 */
export function countNotices(windows: readonly (readonly string[])[], names: readonly string[]): NoticeCount {
  const told: string[] = [];
  const named = new Map<string, number>();
  const others = new Map<string, number>();
  let ends = 0;
  for (const texts of windows) {
    // number of results in a notification that is still counting up; a final notification replaces it
    let counted = 0;
    for (const text of [...texts, hostEnded]) {
      const soFar = /(\d+) more results? ready/.exec(text);
      if (soFar) counted = Number(soFar[1]);
      if (text === hostEnded) {
        ends += counted;
        counted = 0;
      }
      if (soFar || text === hostEnded || ofVsCode.test(text)) continue;
      const words = text.replace(/^(Info|Warning|Error): /, '');
      told.push(words);
      const several = /^(\d+) results: /.exec(words);
      const name = nameIn(words, names);
      if (several || name !== undefined) counted = 0;
      if (several) {
        ends += Number(several[1]);
      } else if (name !== undefined) {
        ends += 1;
        named.set(name, (named.get(name) ?? 0) + 1);
      } else {
        others.set(words, (others.get(words) ?? 0) + 1);
      }
    }
  }
  const repeated = [...named, ...others].filter(([, times]) => times > 1).map(([text]) => text);
  return { told, ends, repeated, others: [...others.keys()] };
}

/** Returns the submission in a notification. Prefers the longest name, because IDs of ejudge are consecutive numbers. */
function nameIn(words: string, names: readonly string[]): string | undefined {
  return names.filter((one) => words.includes(one)).toSorted((a, b) => b.length - a.length)[0];
}
