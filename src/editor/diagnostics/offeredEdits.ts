import type { CompilerDiagnostic } from '../../compiler';
import type { Located, Locator } from './locator';

/** An edit that a compiler offers, where it can be applied to the file as it is now. */
export interface OfferedEdit {
  readonly at: Located;
  readonly replacement: string;
}

/** Characters of a replacement that are shown and so may be applied. */
const longest = 200;

/**
 * The edits that a diagnostic offers. Left out is what can't be shown whole, and what isn't sure to meet what the
 * compiler saw: the text that it says is replaced, or the whole line where it says none.
 */
export function offeredEdits(diagnostic: CompilerDiagnostic, locator: Locator): OfferedEdit[] {
  if (!locator.find(diagnostic)) return [];
  return (diagnostic.fixes ?? []).flatMap((fix) => {
    const at = locator.find(fix);
    if (!at || !isShowable(fix.replacement)) return [];
    const isMet = fix.expected ? at.text === fix.expected : at.seen;
    return isMet ? [{ at, replacement: fix.replacement }] : [];
  });
}

function isShowable(text: string): boolean {
  // a tab is text like any other
  return (
    text.length <= longest &&
    !/[\0-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/.test(text)
  );
}
