import { detectByText, type Toolchain } from '../toolchain';
import { readCaretLine } from '../caret';
import type { Cursor } from '../cursor';
import type { SourceExcerpt } from '../diagnostic';
import { splitOption, kindOfWord } from '../gnu/header';
import type { DiagnosticDraft } from '../report';

const messagePattern = /^([^:：]{1,48})[:：] ?(.*)/;
const row = /^( {0,20}(\d{1,9}) \| ?)(.*)/;
/** The marks below a row: the message refers to `1` and `2` as `(1)` and `(2)`. */
const marked = /^ {0,20}\| ?([ \t]*)([12^])([ 12^~]*)$/;
const rowsRead = 40;

interface SourceRows {
  excerpt: SourceExcerpt | undefined;
  /** 1-based line of `(2)`; null: there is none */
  second: number | null;
}

/** gfortran: `a.f90:5:3:` alone on a line, the source line with a digit below, then `Error: … at (1)`. */
export const gfortran: Toolchain = {
  name: 'gfortran',
  lines: { location: true },
  detect: detectByText(/:\d{1,9}:\d{1,9}:\n\n {0,20}\d{1,9} \| /),
  open: (cursor, report) => {
    let lastDraft: DiagnosticDraft | null = null;
    return () => {
      const { location } = cursor;
      if (!location?.column || location.rest !== '' || cursor.peek() !== '') return false;
      const { file, line, column } = location;
      const sourceRows = readRows(line, cursor);
      const hit = cursor.done ? null : messagePattern.exec(cursor.content);
      const kind = hit && (kindOfWord(hit[1] ?? '') ?? kindOfWord(hit[1]?.toLowerCase() ?? ''));
      if (!hit || !kind || kind === 'passing') return true;
      const { message, code } = splitOption(hit[2] ?? '');
      cursor.advance();
      if (kind === 'note') {
        if (lastDraft) report.relate(lastDraft, { file, line, column, message, unit: 'bytes' });
        return true;
      }
      lastDraft = report.add({ severity: kind, message, at: { file, line, column }, code, unit: 'bytes' });
      lastDraft.excerpt = sourceRows.excerpt;
      if (sourceRows.second !== null)
        report.relate(lastDraft, { file, line: sourceRows.second, message: '(2)' });
      return true;
    };
  },
};

/** Reads the source rows below a position, up to the first other line. */
function readRows(line: number, cursor: Cursor): SourceRows {
  const sourceRows: SourceRows = { excerpt: undefined, second: null };
  let at = 0;
  let source = '';
  cursor.advance();
  cursor.advance();
  for (let read = 0; read < rowsRead && !cursor.done; read++, cursor.advance()) {
    const content = cursor.content;
    const hit = row.exec(content);
    const marks = hit ? null : marked.exec(content);
    if (hit) {
      at = Number(hit[2]);
      source = hit[3] ?? '';
    } else if (marks) {
      if (at === line && marks[2] !== '2') sourceRows.excerpt ??= excerptOf(source, marks);
      if (content.includes('2')) sourceRows.second = at;
    } else if (content !== '......') break;
  }
  return sourceRows;
}

function excerptOf(text: string, [, indent = '', mark = '', rest = '']: RegExpExecArray): SourceExcerpt {
  const start = indent.length;
  const span = readCaretLine(`${mark}${rest}`.replace(/[12]/g, '^'));
  return { text, start, end: start + (span?.end ?? 1) };
}
