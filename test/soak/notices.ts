import type { BrowserContext, Page } from 'playwright-core';

const seen = new WeakMap<Page, string[]>();

/**
 * Notes every notice that a window of this browser shows, also one that is gone or hidden behind others at once: a
 * screen reader is told each of them, and what it is told is noted.
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

/** All notices of a window so far, the oldest first: `Info: …`, `Warning: …`, `Error: …`. Lives on over reloads. */
export function noticesOf(page: Page): string[] {
  const known = seen.get(page) ?? [];
  seen.set(page, known);
  return known;
}

export interface NoticeCount {
  /** notices of the product, the oldest first */
  readonly told: readonly string[];
  /** ends of judgings that these speak of */
  readonly ends: number;
  /** what was said more than once though it had one cause */
  readonly repeated: readonly string[];
  /** the product's notices that don't speak of ends */
  readonly others: readonly string[];
}

/** Stands among the notices of a window where its extension host ended: what it counted is told no more. */
export const hostEnded = '(the extension host ended)';

/** What VS Code itself says about an extension host that was killed. */
const ofVsCode = /extension host|Attempting to reconnect|Disconnected|cannot reconnect|reload the window/i;

/**
 * Sorts notices by their cause: the end of a judging, or something else. `windows`: the notices of each;
 * `names`: all judgings of the run.
 */
export function countNotices(windows: readonly (readonly string[])[], names: readonly string[]): NoticeCount {
  const told: string[] = [];
  const named = new Map<string, number>();
  const others = new Map<string, number>();
  let ends = 0;
  for (const texts of windows) {
    // in a notice that still counts, and that another one tells when no more comes
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

/** The judging that a notice names. IDs of ejudge are counted: a name that begins with a shorter one isn't that one. */
function nameIn(words: string, names: readonly string[]): string | undefined {
  return names.filter((one) => words.includes(one)).toSorted((a, b) => b.length - a.length)[0];
}
