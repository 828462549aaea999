import { findPointedSource } from '../caret';
import type { Cursor } from '../cursor';
import { severityOf } from '../diagnostic';
import { pathOf } from '../fileUrl';
import type { Report } from '../report';
import { detectByText, type Toolchain } from '../toolchain';

const messagePattern = /^ (error|warning|info|exception): (.*)/;
/** A message without a position. Such warnings concern the class path and the options. */
const unplaced = /^(?:(error|exception)|warning|info): (.*)/;
/** Maximum number of lines of a message. For an overloaded operator, about seventy candidates are printed. */
const reach = 120;

/** The format of Gradle: `e: /w/a.kt: (2, 18): …`, since Kotlin 1.8.20 `e: file:///w/a.kt:2:18 …`. */
const inBrackets = /^([ewi]): (.{1,4096}?\.kts?): \((\d{1,9}), (\d{1,9})\): (.*)/;
const behindUri = /^([ewi]): (file:\/\/.{1,4096}?\.kts?):(\d{1,9}):(\d{1,9}) (.*)/;
/** The end of a message: the next message, an empty line, or a line of Gradle itself. */
const endOfMessage = /^(?:$|[ewiv]: |(?:error|warning|info|exception): |> )/;
const gradleWords: Readonly<Record<string, string>> = { e: 'error', w: 'warning', i: 'info' };
/** Maximum number of lines of a message. For a call of an overloaded function, all candidates are printed. */
const linesOfMessage = 120;

/** kotlinc: `a.kt:2:18: error: …` and the source line. Since 2.0 the complete range is underlined. */
export const kotlinc: Toolchain = {
  name: 'kotlinc',
  lines: { location: true, initials: 'ewi' },
  detect: detectByText(
    /.\.kts?:\d{1,9}:\d{1,9}: (?:error|warning|info|exception): /,
    /^error: source file or directory not found: /m,
    /^[ewi]: .{1,1000}\.kts?: \(\d{1,9}, \d{1,9}\): /m,
    /^[ewi]: file:\/\/.{1,1000}\.kts?:\d{1,9}:\d{1,9} /m,
  ),
  open: (cursor, report) => () => {
    const { location } = cursor;
    if (readGradle(cursor, report)) return true;
    if (!location) {
      const hit = unplaced.exec(cursor.content);
      if (hit?.[1]) report.add({ severity: 'error', message: hit[2] ?? '' });
      return hit !== null;
    }
    if (!location.file.endsWith('.kt') && !location.file.endsWith('.kts')) return false;
    const hit = messagePattern.exec(location.rest);
    if (!hit) return false;
    const severity = severityOf(hit[1]);
    const draft = report.add({ severity, message: hit[2] ?? '', at: location, unit: 'utf16' });
    const pointed = findPointedSource(cursor.linesAhead(reach), (ahead) =>
      ahead.startsWith(`${location.file}:`),
    );
    if (!pointed) return true;
    const { source, caret, linesAbove, caretLine } = pointed;
    for (const furtherLine of linesAbove) draft.message += `\n${furtherLine.trimEnd()}`;
    draft.excerpt = { text: source, start: caret.start, end: caret.end };
    if (draft.column === caret.start + 1 && caret.end - caret.start > 1) draft.endColumn = caret.end + 1;
    cursor.advance(caretLine + 1);
    return true;
  },
};

function readGradle(cursor: Cursor, report: Report): boolean {
  const hit = behindUri.exec(cursor.content) ?? inBrackets.exec(cursor.content);
  if (!hit) return false;
  const [, letter = '', name = '', line, column, message = ''] = hit;
  const file = pathOf(name);
  const severity = severityOf(gradleWords[letter]);
  const draft = report.add({ severity, message, at: { file, line, column }, unit: 'utf16' });
  cursor.advance();
  for (let read = 0; read < linesOfMessage && !cursor.done; read++, cursor.advance()) {
    const { content } = cursor;
    if (endOfMessage.test(content) || cursor.location) break;
    draft.message += `\n${content.trimEnd()}`;
  }
  return true;
}
