import { diffArrays } from 'diff';

/** Where each judged line stands now; null where it is gone. Both counts are 0-based. */
export type LineMap = readonly (number | null)[];

/** More edits than this are a different text, not a later version: nothing is guessed then. */
const mostEdits = 2000;

/**
 * Follows the lines of a judged text into its present version. Lines whose white space at the end differs are the
 * same. Returns null where the two have too little in common.
 */
export function mapLines(judged: string, current: string): LineMap | null {
  const before = trimmed(judged);
  const after = trimmed(current);
  const parts = diffArrays(before, after, { maxEditLength: mostEdits });
  if (!parts) return null;
  const map: (number | null)[] = [];
  let at = 0;
  for (const part of parts) {
    if (part.added) {
      at += part.count;
    } else if (part.removed) {
      for (let gone = 0; gone < part.count; gone += 1) map.push(null);
    } else {
      for (let kept = 0; kept < part.count; kept += 1) {
        map.push(at);
        at += 1;
      }
    }
  }
  return map;
}

/**
 * Where a judged line that is gone stood: its own place where as many lines stand between its neighbours as were judged
 * there, each of them changed; else the line after the nearest one before it that is still there.
 */
export function nearestLine(map: LineMap, line: number): number {
  const isKept = (now: number | null): now is number => now !== null;
  const before = map.slice(0, line).findLastIndex(isKept);
  const start = map[before] ?? -1;
  const after = map.findIndex((now, at) => at > line && isKept(now));
  const end = map[after] ?? null;
  return end !== null && end - start === after - before ? start + line - before : start + 1;
}

/** The lines of a text as the editor counts them. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

function trimmed(text: string): string[] {
  return linesOf(text).map((line) => line.trimEnd());
}
