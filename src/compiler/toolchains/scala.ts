import { findPointedSource } from '../caret';
import { severityOf } from '../diagnostic';
import { detectByText, type Toolchain } from '../toolchain';
import type { Cursor } from '../cursor';
import type { DiagnosticDraft } from '../report';

const messagePattern = /^ (error|warning|info): (.*)/;
const unplaced = /^(error|warning): (.*)/;
/** Advice to compile again with other options. */
const advice = /^there (?:was|were) .{1,40} re-run with/;
const reach = 40;
const tab = 0x09;
const tabStop = 8;

/** Scala 2: `a.scala:6: error: …`, more of the message, the source line, and a caret that shows the column. */
export const scalac: Toolchain = {
  name: 'scalac',
  lines: { location: true, initials: 'ew' },
  detect: detectByText(/.\.(?:scala|sc):\d{1,9}: (?:error|warning|info): /),
  open: (cursor, report) => () => {
    const { location } = cursor;
    if (!location) {
      const hit = unplaced.exec(cursor.content);
      if (hit && !advice.test(hit[2] ?? ''))
        report.add({ severity: severityOf(hit[1]), message: hit[2] ?? '' });
      return hit !== null;
    }
    if (location.column !== null) return false;
    if (!location.file.endsWith('.scala') && !location.file.endsWith('.sc')) return false;
    const hit = messagePattern.exec(location.rest);
    if (!hit) return false;
    const draft = report.add({
      severity: severityOf(hit[1]),
      message: hit[2] ?? '',
      at: location,
      unit: 'utf16',
    });
    const pointed = findPointedSource(cursor.linesAhead(reach), (ahead) =>
      ahead.startsWith(`${location.file}:`),
    );
    if (!pointed) return true;
    for (const furtherLine of pointed.linesAbove) draft.message += `\n${furtherLine.trim()}`;
    const caretLine = cursor.peek(pointed.caretLine) ?? '';
    const start = caretLine.includes('\t')
      ? pointed.caret.start
      : offsetUnder(pointed.source, pointed.caret.start);
    draft.excerpt = { text: pointed.source, start, end: start + 1 };
    cursor.advance(pointed.caretLine + 1);
    return true;
  },
};

/**
 * Converts the column of a caret to an offset in the source line. Before 2.13 the blanks before the caret replace
 * expanded tabs. Newer versions print the tabs of the source line.
 */
function offsetUnder(source: string, caret: number): number {
  let width = 0;
  let at = 0;
  for (; at < source.length && width < caret; at++) {
    width = source.charCodeAt(at) === tab ? width + tabStop - (width % tabStop) : width + 1;
  }
  return at + Math.max(0, caret - width);
}

const header =
  /^-- (?:\[(E\d{1,5})\] )?(?:.{0,200} )?(Error|Warning|Info): (.{1,4096}?):(\d{1,9}):(\d{1,9}) -*$/;
const row = /^ {0,20}(\d{0,9}) {0,20}\|(.*)/;
const underline = /^( *)(\^+)( *)$/;

/**
 * Scala 3: `-- [E007] Type Mismatch Error: a.scala:2:15 -----` with 0-based columns. The message is below the carets.
 */
export const scala3: Toolchain = {
  name: 'scala3',
  lines: { initials: '-' },
  detect: detectByText(/^-- (?:\[E\d{1,5}\] )?.{0,300}:\d{1,9}:\d{1,9} -/m),
  open: (cursor, report) => () => {
    const hit = header.exec(cursor.content);
    if (!hit) return false;
    const draft = report.add({
      severity: severityOf(hit[2]),
      message: '',
      at: { file: hit[3], line: hit[4], column: Number(hit[5]) + 1 },
      code: hit[1],
      unit: 'utf16',
    });
    readRows(draft, cursor);
    return true;
  },
};

function readRows(draft: DiagnosticDraft, cursor: Cursor): void {
  const message: string[] = [];
  let sourceRow: string | null = null;
  for (cursor.advance(); !cursor.done; cursor.advance()) {
    const hit = row.exec(cursor.content);
    if (!hit) break;
    const [, number, text = ''] = hit;
    if (number) {
      if (Number(number) === draft.line) sourceRow = text;
      continue;
    }
    const marks = draft.excerpt ? null : underline.exec(text);
    if (marks && sourceRow !== null) pointAt(draft, sourceRow, marks);
    else if (draft.excerpt) message.push(text.trim());
  }
  draft.message = withoutAdvice(message);
}

/** Joins the lines of a message. Omits the advice to compile again with `-explain`, which a judge's users can't do. */
function withoutAdvice(lines: readonly string[]): string {
  const end = lines.findIndex(
    (line) => line.startsWith('---------') || line.startsWith('longer explanation available'),
  );
  return (end < 0 ? lines : lines.slice(0, end)).join('\n').trim();
}

function pointAt(draft: DiagnosticDraft, text: string, [, indent = '', carets = '']: RegExpExecArray): void {
  const [start, end] = [indent.length, indent.length + carets.length];
  draft.excerpt = { text, start, end };
  // after a tab, the carets are at display columns, which differ from the printed column
  if (draft.column === start + 1) draft.endColumn = end + 1;
}
