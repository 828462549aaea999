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

/**
 * What can't be seen: control and format characters (ZWJ, bidirectional marks), private use, halves of pairs, what no
 * font knows yet; what Unicode says may be drawn as nothing; ends of lines; blanks that look like a space and are none.
 */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Z}\u2800]/u;

export function isShowable(text: string): boolean {
  // a tab is text like any other
  return text.length <= longest && !unseen.test(text.replace(/[ \t]/g, '.'));
}
