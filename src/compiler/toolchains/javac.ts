import { findPointedSource } from '../caret';
import type { Cursor } from '../cursor';
import type { Severity } from '../diagnostic';
import type { Report } from '../report';
import { detectByText, type Toolchain } from '../toolchain';

const javaFile = '.java';
/** The severity word and message after a position. `警告:[rawtypes]` is printed without a blank. */
const messagePattern = /^ ?([^\s:：[\]()]{1,30}) ?[:：] ?(?:\[([\w-]{1,60})\] )?(.*)/;
const unplaced =
  /^(error|warning|错误|警告|エラー|Fehler|Warnung|Note|注|ノート|Hinweis): ?(?:\[([\w-]{1,60})\] )?(.*)/;
/** The final message of `java Main.java`. */
const trailer = /^(?:compilation failed|编译失败|コンパイルが失敗しました)/;
/** An error of the virtual machine in which the compiler runs, above it a sentence in its language. */
const resources = /^java\.lang\.(?:OutOfMemory|StackOverflow)Error(?:: .*)?$/;
const compilerFrame = /^\tat (?:java\.base\/.{1,300}|(?:jdk\.compiler\/)?com\.sun\.tools\.javac\..*)$/;
const reach = 30;
const severities: readonly [RegExp, Severity][] = [
  [/^(?:warning|warnung|avertissement|警告)$/i, 'warning'],
  [/^(?:note|hinweis|remarque|注|注意|ノート)$/i, 'information'],
];

/**
 * javac, in any natural language: `Main.java:4: error: …`, the source line, a caret that shows the column, then
 * details.
 */
export const javac: Toolchain = {
  name: 'javac',
  lines: { location: true, initials: 'ewFWNHéj' },
  detect: detectByText(
    /^java\.lang\.(?:OutOfMemory|StackOverflow)Error(?::.*)?\n(?:\tat java\.base.*\n){0,9}\tat (?:jdk\.compiler\/)?com\.sun\.tools\.javac\./m,
    /.\.java:\d{1,9}: ?[^\s:]|^(?:Note|注|ノート|error|错误|エラー|Fehler): ?.{0,300}\.java(?:\s|$)/m,
  ),
  open: (cursor, report) => () => {
    const location = cursor.location;
    if (!location) return readResources(cursor, report) || readUnplaced(cursor, report);
    if (location.column !== null || !location.file.endsWith(javaFile)) return false;
    const hit = messagePattern.exec(location.rest);
    if (!hit) return false;
    const [, word = '', code, message = ''] = hit;
    const draft = report.add({ severity: severityOf(word), message, at: location, code, unit: 'utf16' });
    const pointed = findPointedSource(cursor.linesAhead(reach), (line) =>
      line.startsWith(`${location.file}:`),
    );
    if (pointed) {
      const { source, caret, linesAbove, caretLine } = pointed;
      for (const line of linesAbove) draft.message += `\n${line.trim()}`;
      // the caret line contains the tabs of the source line, so the offsets are the same
      draft.excerpt = { text: source, start: caret.start, end: caret.start + 1 };
      cursor.advance(caretLine);
    }
    for (cursor.advance(); !cursor.done && cursor.content.startsWith('  '); cursor.advance()) {
      draft.message += `\n${cursor.content.trim()}`;
    }
    return true;
  },
};

function severityOf(word: string): Severity {
  return severities.find(([pattern]) => pattern.test(word))?.[1] ?? 'error';
}

/** Reads the error of a compiler that had too little memory or stack. */
function readResources(cursor: Cursor, report: Report): boolean {
  const message = cursor.content;
  if (!resources.test(message) || !compilerFrame.test(cursor.peek(1) ?? '')) return false;
  report.add({ severity: 'error', message });
  for (cursor.advance(); !cursor.done && cursor.content.startsWith('\tat ');) cursor.advance();
  return true;
}

function readUnplaced(cursor: Cursor, report: Report): boolean {
  const hit = unplaced.exec(cursor.content);
  if (!hit) return false;
  const [, word = '', code, message = ''] = hit;
  const severity = severityOf(word);
  // a note without a position only explains how to get more details
  if (severity !== 'information' && !trailer.test(message)) report.add({ severity, message, code });
  return true;
}
