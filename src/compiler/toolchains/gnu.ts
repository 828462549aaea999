import { openGnu } from '../gnu/reader';
import { detectByText, type Toolchain } from '../toolchain';
import { readCaretLine } from '../caret';
import type { Cursor } from '../cursor';
import { type SourceExcerpt, type ColumnUnit, severityOf } from '../diagnostic';
import { splitOption, kindOfWord } from '../gnu/header';
import type { DiagnosticDraft } from '../report';

/** Text and formats of GCC that don't depend on its language. */
const gccWords =
  /: In (?:member |static |lambda )?function|-Werror=|cc1(?:plus)?(?:\.exe)?[:：]|compilation terminated|[gc]\+\+[\w.-]*[:：]/;
const gccShape =
  /:\d{1,9}:\d{1,9}[:：]|:\d{1,9}: ?[^\s:：]{2,24}[:：]|^[\w./\\+-]{1,80}[:：] [^\s:：]{2,24}[:：] /m;

/** GCC, in any natural language. */
export const gcc: Toolchain = {
  name: 'gcc',
  lines: { colon: true, initials: 'I在' },
  yieldsTo: 'clang',
  detect: (sample) => (gccWords.test(sample) ? 3 : gccShape.test(sample) ? 2 : 0),
  open: (cursor, report) => openGnu('gcc', cursor, report),
};

/** Text that Clang prints and GCC doesn't. */
const clangWords =
  /^\d{1,9} (?:warning|error)s?(?: and \d{1,9} errors?)? generated|\[-Werror,-W|: use of undeclared identifier '|: note: expanded from macro '|: note: in instantiation of |: note: candidate (?:function|template|constructor)|: remark: |^clang(?:\+\+)?[\w.-]{0,20}: |\[Semantic Issue\]|^[^\n(]{1,500}\(\d{1,9}(?:,\d{1,9})?\): {1,2}(?:fatal error|error|warning): /m;

/** Clang: the format of GCC in English, with columns in bytes. */
export const clang: Toolchain = {
  name: 'clang',
  lines: { colon: true, initials: 'I' },
  detect: detectByText(clangWords),
  open: (cursor, report) => openGnu('clang', cursor, report),
};

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

const adaFile = /\.ad[abs]$/;
const word = /^ (?:(error|warning|info|high|medium|low|style|check): |\((style)\) )?(?:\((style)\) )?(.*)/;
const option = / \[(-gnat[\w.]{1,10})\]$/;
const byDefault = ' [enabled by default]';

/** GNAT: `a.adb:6:09: error: …`. Columns are zero-padded, and tabs reach to the next stop of 8. */
export const gnat: Toolchain = {
  name: 'gnat',
  lines: { location: true },
  detect: detectByText(/.\.ad[abs]:\d{1,9}:\d{2,9}: /),
  open: (cursor, report) => {
    // gnatmake prints the command line, which contains the source encoding
    const unit: ColumnUnit = cursor.text.includes('-gnatW8') ? 'tabbed' : 'tabbedBytes';
    return () => {
      const { location } = cursor;
      if (!location?.column) return false;
      if (!adaFile.test(location.file)) return false;
      const hit = word.exec(location.rest);
      if (!hit) return false;
      const [, marked, style, styled, rest = ''] = hit;
      const draft = report.add({
        severity: severityOf(styled ?? marked ?? style),
        message: rest,
        at: location,
        unit,
      });
      // -gnatj breaks long messages into aligned lines
      for (cursor.advance(); !cursor.done && cursor.content.startsWith('        '); cursor.advance()) {
        draft.message += ` ${cursor.content.trim()}`;
      }
      const code = option.exec(draft.message);
      if (code) {
        draft.code = code[1] ?? null;
        draft.message = draft.message.slice(0, code.index);
      } else if (draft.message.endsWith(byDefault)) {
        draft.message = draft.message.slice(0, -byDefault.length);
      }
      return true;
    };
  },
};
