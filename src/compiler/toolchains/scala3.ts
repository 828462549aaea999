import type { Cursor } from '../cursor';
import type { DiagnosticDraft } from '../report';
import { severityOf } from '../severity';
import { surely, type Toolchain } from '../toolchain';

const header =
  /^-- (?:\[(E\d{1,5})\] )?(?:.{0,200} )?(Error|Warning|Info): (.{1,4096}?):(\d{1,9}):(\d{1,9}) -*$/;
const row = /^ {0,20}(\d{0,9}) {0,20}\|(.*)/;
const underline = /^( *)(\^+)( *)$/;

/** Scala 3: `-- [E007] Type Mismatch Error: a.scala:2:15 -----`, whose columns count from 0; the text is under the carets. */
export const scala3: Toolchain = {
  name: 'scala3',
  lines: { first: '-' },
  detect: surely(/^-- (?:\[E\d{1,5}\] )?.{0,300}:\d{1,9}:\d{1,9} -/m),
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
  let shown: string | null = null;
  for (cursor.advance(); !cursor.done; cursor.advance()) {
    const hit = row.exec(cursor.content);
    if (!hit) break;
    const [, number, text = ''] = hit;
    if (number) {
      if (Number(number) === draft.line) shown = text;
      continue;
    }
    const marks = draft.excerpt ? null : underline.exec(text);
    if (marks && shown !== null) pointAt(draft, shown, marks);
    else if (draft.excerpt) message.push(text.trim());
  }
  draft.message = wholeMessage(message);
}

/** Without the advice to compile again with -explain, which a judge's user cannot follow. */
function wholeMessage(lines: readonly string[]): string {
  const end = lines.findIndex(
    (line) => line.startsWith('---------') || line.startsWith('longer explanation available'),
  );
  return (end < 0 ? lines : lines.slice(0, end)).join('\n').trim();
}

function pointAt(draft: DiagnosticDraft, text: string, [, indent = '', carets = '']: RegExpExecArray): void {
  const [start, end] = [indent.length, indent.length + carets.length];
  draft.excerpt = { text, start, end };
  // a tab before it makes the printed column a display column: the carets stand under the expanded line
  if (draft.column === start + 1) draft.endColumn = end + 1;
}
