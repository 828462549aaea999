import { toEditorRange, type CompilerDiagnostic, type EditorRange, type OfferedFix } from '../../compiler';
import { lineNow, type Placed, type PresentText } from './placing';

/** An edit that a compiler offers, where it can be applied to the file as it is now. */
export interface OfferedEdit extends EditorRange {
  /** 0-based */
  readonly line: number;
  /** what stands in the range */
  readonly replaced: string;
  readonly replacement: string;
}

/** Characters of a replacement that are shown and so may be applied. */
const longest = 200;

/**
 * The edits that a diagnostic offers. Left out is what can't be shown whole, and what isn't sure to meet what the
 * compiler saw: the text that it says is replaced, or the whole line where it says none.
 *
 * @param text the file when the diagnostic was placed
 * @param lineAt a line of the file as it is now
 */
export function offeredEdits(
  { diagnostic, outdated }: Placed,
  text: PresentText,
  lineAt: (line: number) => string | undefined,
): OfferedEdit[] {
  if (outdated) return [];
  return (diagnostic.fixes ?? []).flatMap((fix) => {
    const line = lineNow(diagnostic, fix.line, text);
    const now = line === null ? undefined : lineAt(line);
    // it is placed anew when typing rests
    if (line === null || now === undefined || now !== text.lines[line]) return [];
    if (!isShowable(fix.replacement)) return [];
    const { start, end } = rangeOf(fix, diagnostic, now);
    const replaced = now.slice(start, end);
    const isMet = fix.expected ? replaced === fix.expected : isSeen(fix, diagnostic, text, now);
    return isMet ? [{ line, start, end, replaced, replacement: fix.replacement }] : [];
  });
}

/** The line is the judged one, or the one that the message shows. */
function isSeen(
  { line }: OfferedFix,
  owner: CompilerDiagnostic,
  { kept }: PresentText,
  lineText: string,
): boolean {
  if (kept?.isJudged && kept.map) return true;
  return line === owner.line && owner.excerpt !== undefined && toEditorRange(owner, lineText).exact;
}

function rangeOf(
  { column, endColumn, unit }: OfferedFix,
  owner: CompilerDiagnostic,
  text: string,
): EditorRange {
  const range = toEditorRange({ column, endColumn, unit: unit ?? owner.unit }, text);
  return endColumn === column ? { start: range.start, end: range.start } : range;
}

function isShowable(text: string): boolean {
  // a tab is text like any other
  return (
    text.length <= longest &&
    !/[\0-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/.test(text)
  );
}
