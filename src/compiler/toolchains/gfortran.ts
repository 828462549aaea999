import { readCaretLine } from '../caret';
import type { Cursor } from '../cursor';
import type { SourceExcerpt } from '../diagnostic';
import { splitOption } from '../gnu/option';
import { kindOfWord } from '../gnu/severity';
import type { DiagnosticDraft } from '../report';
import { surely, type Toolchain } from '../toolchain';

const said = /^([^:：]{1,48})[:：] ?(.*)/;
const row = /^( {0,20}(\d{1,9}) \| ?)(.*)/;
/** under a row: `1` and `2` stand where the message says `(1)` and `(2)` */
const marked = /^ {0,20}\| ?([ \t]*)([12^])([ 12^~]*)$/;
const rowsRead = 40;

interface Shown {
  excerpt: SourceExcerpt | undefined;
  /** the line that `(2)` is about */
  second: number | null;
}

/** gfortran: `a.f90:5:3:` and nothing more, the source with a digit under it, then `Error: … at (1)`. */
export const gfortran: Toolchain = {
  name: 'gfortran',
  lines: { place: true },
  detect: surely(/:\d{1,9}:\d{1,9}:\n\n {0,20}\d{1,9} \| /),
  open: (cursor, report) => {
    let last: DiagnosticDraft | null = null;
    return () => {
      const { place } = cursor;
      if (!place?.column || place.rest !== '' || cursor.peek() !== '') return false;
      const { file, line, column } = place;
      const shown = readRows(line, cursor);
      const hit = cursor.done ? null : said.exec(cursor.content);
      const kind = hit && (kindOfWord(hit[1] ?? '') ?? kindOfWord(hit[1]?.toLowerCase() ?? ''));
      if (!hit || !kind || kind === 'passing') return true;
      const { message, code } = splitOption(hit[2] ?? '');
      cursor.advance();
      if (kind === 'note') {
        if (last) report.relate(last, { file, line, column, message, unit: 'bytes' });
        return true;
      }
      last = report.add({ severity: kind, message, at: { file, line, column }, code, unit: 'bytes' });
      last.excerpt = shown.excerpt;
      if (shown.second !== null) report.relate(last, { file, line: shown.second, message: '(2)' });
      return true;
    };
  },
};

/** The rows between the place and what is said; they end with another place, too. */
function readRows(line: number, cursor: Cursor): Shown {
  const shown: Shown = { excerpt: undefined, second: null };
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
      if (at === line && marks[2] !== '2') shown.excerpt ??= excerptOf(source, marks);
      if (content.includes('2')) shown.second = at;
    } else if (content !== '......') break;
  }
  return shown;
}

function excerptOf(text: string, [, indent = '', mark = '', rest = '']: RegExpExecArray): SourceExcerpt {
  const start = indent.length;
  const span = readCaretLine(`${mark}${rest}`.replace(/[12]/g, '^'));
  return { text, start, end: start + (span?.end ?? 1) };
}
