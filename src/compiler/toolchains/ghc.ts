import { readCaretLine } from '../caret';
import { excerptOfColumns } from '../columns';
import type { Cursor } from '../cursor';
import type { DiagnosticDraft } from '../report';
import { severityOf } from '../diagnostic';
import { detectByText, type Toolchain } from '../toolchain';

/** `9:18`, `9:18-20`, `(14,3)-(15,6)`, then the severity */
const header =
  /^(?!\s)(?<file>.{1,4096}?):(?:(?<line>\d{1,9}):(?<column>\d{1,9})(?:-(?<lastColumn>\d{1,9}))?|\((?<firstLine>\d{1,9}),(?<firstColumn>\d{1,9})\)-\(\d{1,9},\d{1,9}\)): (?<severity>error|warning|fatal error):(?<rest>.*)/;
const severityWord = /(?:error|warning):/;
const unplaced = /^<no location info>: (?<severity>error|warning|fatal error):(?<rest>.*)/;
const codes = /^ \[(GHC-\d{1,9})\]|^ \[(-W[\w-]{1,100})(?:, -Werror=[\w-]{1,100})?\]/;
const gutter = /^ {0,20}\d{0,9} \|(?: (.*))?$/;
const marks = /^ *\^+(?:\.\.\.)?$/;

/** GHC: a header, the indented message on the lines below, then the source line with an underline. */
export const ghc: Toolchain = {
  name: 'ghc',
  lines: { colon: true },
  detect: detectByText(
    /: (?:error|warning|fatal error):(?: \[(?:GHC-|-W)|$)/m,
    /.\.l?hs:\d{1,9}:\d{1,9}(?:-\d{1,9})?: (?:error|warning): /,
  ),
  open: (cursor, report) => () => {
    const { content } = cursor;
    const hit = severityWord.test(content) ? (header.exec(content) ?? unplaced.exec(content)) : null;
    const { file, line, column, lastColumn, firstLine, firstColumn, severity, rest } = hit?.groups ?? {};
    if (rest === undefined || !isOwn(file ?? '', rest)) return false;
    const draft = report.add({
      severity: severityOf(severity),
      message: '',
      at: { file, line: line ?? firstLine, column: column ?? firstColumn },
      unit: 'tabbed',
    });
    if (Number(lastColumn) >= (draft.column ?? Infinity)) draft.endColumn = Number(lastColumn) + 1;
    readMessage(draft, rest, cursor);
    readSource(draft, cursor);
    return true;
  },
};

/**
 * Returns whether a header is GHC's: only GHC ends it after `error:` or prints a code there. If neither applies, the
 * file name decides.
 */
function isOwn(file: string, rest: string): boolean {
  return rest.trim() === '' || codes.test(rest) || /\.l?hs$/.test(file) || file === '';
}

function readMessage(draft: DiagnosticDraft, rest: string, cursor: Cursor): void {
  let text = rest;
  for (let hit = codes.exec(text); hit; hit = codes.exec(text)) {
    draft.code ??= hit[1] ?? hit[2] ?? null;
    text = text.slice(hit[0].length);
  }
  const lines: string[] = text.trim() ? [text.trim()] : [];
  for (cursor.advance(); !cursor.done; cursor.advance()) {
    const line = cursor.content;
    if (!line.startsWith('    ') || gutter.test(line)) break;
    lines.push(line.slice(4).trimEnd());
  }
  draft.message = lines.join('\n').replace(/^• /, '');
}

function readSource(draft: DiagnosticDraft, cursor: Cursor): void {
  let sourceLine: string | null = null;
  for (; !cursor.done; cursor.advance()) {
    const hit = gutter.exec(cursor.content);
    if (!hit) return;
    const text = hit[1] ?? '';
    if (sourceLine !== null && marks.test(text)) pointAt(draft, sourceLine, text);
    else if (/^ {0,20}\d/.test(cursor.content)) sourceLine = text;
  }
}

/** Sets the marked text. Dots after the underline show that the range continues on the next lines. */
function pointAt(draft: DiagnosticDraft, sourceLine: string, underline: string): void {
  const long = underline.endsWith('...');
  const span = readCaretLine(long ? underline.slice(0, -3) : underline);
  if (!span || draft.column === null) return;
  // older versions align by characters, newer ones by cells: the printed column shows which
  const unit = span.start === draft.column - 1 ? 'tabbed' : 'cells';
  const excerpt = excerptOfColumns(sourceLine, span.start, span.end, unit);
  const { start, end } = excerpt;
  // the underline belongs to another line
  if (end > sourceLine.length) return;
  draft.excerpt = excerpt;
  if (!long) draft.endColumn = draft.column + [...sourceLine.slice(start, end)].length;
}
