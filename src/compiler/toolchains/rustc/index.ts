import type { Cursor } from '../../cursor';
import type { DiagnosticDraft, Report } from '../../report';
import { severityOf } from '../../diagnostic';
import { detectByText, type Toolchain } from '../../toolchain';
import { Block } from './block';

const header = /^(error|warning)(?:\[([A-Za-z]\w{0,60})\])?: (.*)/;
const summary =
  /^(?:aborting due to |could not compile `|\d{1,9} warnings? emitted|build failed|`[^`]{1,200}` \([^)]{1,200}\) generated \d)/;
const chatter = /^(?:Some errors have detailed explanations: |For more information about )/;
const arrow = /^ {0,20}--> (.{1,4096}?):(\d{1,9}):(\d{1,9})$/;
const otherFile = /^ {0,20}::: (.{1,4096}?)(?::(\d{1,9}):(\d{1,9}))?$/;
const child = /^(?:note|help|warning)(?:$|: ?(.*))/;
const placedNote = /^(?:note|help): /;
const inlineChild = /^ {0,20}= (?:note|help|warning): (.*)/;
/** The rest of a line after the position, in the short format. */
const shortMessage = /^ (error|warning)(?:\[([A-Za-z]\w{0,60})\])?: (.*)/;
/** `12 | source`, `   | ^^^`, or a line of a suggestion: `12 + source`. */
const row = /^ *(?:(\d+) *)?([|+~-])(?: (.*))?$/;

/** rustc, cargo and Clippy: `error[E0425]: …`, then ` --> file:line:column` and source lines with labels. */
export const rustc: Toolchain = {
  name: 'rustc',
  lines: { initials: 'ewFS' },
  detect: detectByText(
    /^ {0,20}--> .{1,500}:\d{1,9}:\d{1,9}$/m,
    /^error\[E\d{4}\]: /m,
    /^error: (?:aborting due to |could not compile `)/m,
  ),
  open: (cursor, report) => () => {
    const line = cursor.content;
    const hit = header.exec(line);
    if (!hit) return chatter.test(line);
    const message = hit[3] ?? '';
    if (summary.test(message)) return true;
    readBody(
      report.add({ severity: severityOf(hit[1]), message, code: hit[2], unit: 'codePoints' }),
      cursor,
      report,
    );
    return true;
  },
};

/** rustc with `--error-format short`: `a.rs:7:32: error[E0425]: …` without source lines. */
export const rustcShort: Toolchain = {
  name: 'rustc',
  lines: { location: true },
  detect: detectByText(/\.rs:\d{1,9}:\d{1,9}: (?:error|warning)(?:\[E\d{4}\])?: /),
  open: (cursor, report) => () => {
    const { location } = cursor;
    const hit = location?.column && location.file.endsWith('.rs') ? shortMessage.exec(location.rest) : null;
    if (!location || !hit) return false;
    const [, word, code, message = ''] = hit;
    const draft = report.add({ severity: severityOf(word), message, at: location, code, unit: 'codePoints' });
    // further lines of a message are indented by the length of the severity word
    for (cursor.advance(); /^ {5,9}\S/.test(cursor.content); cursor.advance())
      draft.message += `\n${cursor.content.trim()}`;
    return true;
  },
};

/** Reads up to the empty line that ends a diagnostic, or up to the next diagnostic if that line is missing. */
function readBody(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  const block = new Block(draft, report);
  for (cursor.advance(); cursor.content !== '' || isNoteAhead(cursor); cursor.advance()) {
    const line = cursor.content;
    if (line === '') continue;
    if (/^[ \d]/.test(line)) {
      const rowMatch = row.exec(line);
      if (rowMatch) block.row(rowMatch[1] ? Number(rowMatch[1]) : null, rowMatch[2] ?? '', rowMatch[3] ?? '');
      else readIndented(block, line);
      continue;
    }
    if (header.test(line) && !line.startsWith('warning: `')) break;
    const hit = child.exec(line);
    if (hit) block.beginNote(hit[1] ?? '');
    else if (line !== '...') block.continueText(line);
  }
  block.close();
}

/** Returns whether a note with a position follows the current empty line, as in newer versions. */
function isNoteAhead(cursor: Cursor): boolean {
  return placedNote.test(cursor.peek() ?? '') && arrow.test(cursor.peek(2) ?? '');
}

function readIndented(block: Block, line: string): void {
  const arrowMatch = arrow.exec(line);
  if (arrowMatch) {
    block.addPosition({ file: arrowMatch[1], line: arrowMatch[2], column: arrowMatch[3] });
    return;
  }
  const note = inlineChild.exec(line);
  const otherFileMatch = note ? null : otherFile.exec(line);
  if (note) block.beginNote(note[1] ?? '');
  else if (otherFileMatch)
    block.enterFile({
      file: otherFileMatch[1] ?? '',
      line: Number(otherFileMatch[2]),
      column: Number(otherFileMatch[3]),
    });
  else block.continueText(line.trim());
}
