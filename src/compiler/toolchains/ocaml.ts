import { readCaretLine } from '../caret';
import { excerptOfColumns, widthIn } from '../columns';
import type { Cursor } from '../cursor';
import type { Severity, SourceExcerpt } from '../diagnostic';
import type { DiagnosticDraft, Report } from '../report';
import { detectByText, type Toolchain } from '../toolchain';

const position =
  /^File "([^"]{0,4096})", lines? (\d{1,9})(?:-(\d{1,9}))?(?:, characters (\d{1,9})-(\d{1,9}))?(?::|$)/;
const source = /^ {0,20}(\d{0,9}) \| ?(.*)/;
const verdict =
  /^(Error|Warning|Alert)(?: (\d{1,4}))?(?: \[([\w-]{1,100})\]| ([\w-]{1,100}))?(?: \((?:warning|alert) ?(\d{0,4}) ?\[?([\w-]{0,100})\]?\))?: ?(.*)/;
const suggestion = /^Hint: Did you mean (.{1,200})\?$/;
const generated = new Set(['caml_startup', '_none_']);

interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number | null;
  readonly endColumn: number | undefined;
}

/**
 * OCaml: `File "a.ml", line 4, characters 13-16:` with 0-based characters, the source line, then the error or warning.
 */
export const ocaml: Toolchain = {
  name: 'ocaml',
  lines: { initials: 'F' },
  detect: detectByText(/^File "[^"]{0,500}", lines? \d/m),
  open: (cursor, report) => {
    let lastDraft: DiagnosticDraft | null = null;
    return () => {
      const location = readLocation(cursor.content);
      if (!location) return false;
      lastDraft = readReport(location, lastDraft, cursor, report) ?? lastDraft;
      return true;
    };
  },
};

function readLocation(line: string): Location | null {
  const hit = position.exec(line);
  if (!hit) return null;
  const [, file = '', from, to, start, end] = hit;
  const column = start === undefined ? null : Number(start) + 1;
  const isOneLine = to === undefined || to === from;
  return { file, line: Number(from), column, endColumn: isOneLine ? endOfCharacters(start, end) : undefined };
}

/**
 * Converts the end of `characters START-END`, which is 0-based, to a 1-based exclusive column.
 *
 * @returns undefined if the location has no `characters` part, or the range is empty
 */
export function endOfCharacters(start: string | undefined, end: string | undefined): number | undefined {
  return start !== undefined && Number(end) > Number(start) ? Number(end) + 1 : undefined;
}

/** Reads the lines below a location: source lines, then an error, a warning, or a remark on the previous diagnostic. */
function readReport(
  location: Location,
  previous: DiagnosticDraft | null,
  cursor: Cursor,
  report: Report,
): DiagnosticDraft | null {
  cursor.advance();
  const excerpt = readSource(location, cursor);
  const hit = cursor.done ? null : verdict.exec(cursor.content);
  if (!hit) {
    readRemark(location, previous, cursor, report);
    return null;
  }
  const [, word, number, label, alert, , asError, text = ''] = hit;
  const code = label ?? alert ?? (asError || number) ?? null;
  const severity: Severity = word === 'Error' ? 'error' : 'warning';
  const message = readText(text, cursor);
  if (location.file === 'caml_startup') return null;
  const { line, column } = generated.has(location.file) ? { line: null, column: null } : location;
  const file = generated.has(location.file) ? null : location.file;
  const draft = report.add({ severity, message, at: { file, line, column }, code, unit: 'bytes' });
  draft.endColumn = location.endColumn;
  draft.excerpt = excerpt;
  offer(draft, excerpt);
  return draft;
}

/** Reads a remark like `  This '(' might be unmatched`, which has a location but no severity word. */
function readRemark(
  location: Location,
  previous: DiagnosticDraft | null,
  cursor: Cursor,
  report: Report,
): void {
  if (cursor.done || !cursor.content.startsWith(' ')) return;
  const message = readText(cursor.content.trim(), cursor);
  if (!previous) return;
  const { file, line, column } = location;
  report.relate(previous, { file, line, column, message, unit: 'bytes' });
}

function readText(firstLine: string, cursor: Cursor): string {
  let text = firstLine;
  for (cursor.advance(); !cursor.done; cursor.advance()) {
    const line = cursor.content;
    if (line === '' || line.startsWith('File "') || /^\S{1,500}: (?:error|warning|undefined)/.test(line))
      break;
    if (/^(?:\/|\[\d|make|ocaml)/.test(line)) break;
    text += `\n${line.trim()}`;
  }
  return text;
}

function readSource(location: Location, cursor: Cursor): SourceExcerpt | undefined {
  let excerpt: SourceExcerpt | undefined;
  let sourceRow: { text: string; margin: number } | null = null;
  for (; !cursor.done; cursor.advance()) {
    const line = cursor.content;
    const hit = source.exec(line);
    if (hit) {
      const text = hit[2] ?? '';
      sourceRow ??= { text, margin: line.length - text.length };
      continue;
    }
    const caret = sourceRow && line !== '' ? readCaretLine(line) : null;
    if (!sourceRow || !caret) break;
    const { text, margin } = sourceRow;
    if (location.endColumn === undefined) continue;
    excerpt = excerptOfColumns(text, caret.start - margin, caret.end - margin, 'bytes');
  }
  return excerpt;
}

/** Adds a fix for each name in `Hint: Did you mean fact or fst?`. */
function offer(draft: DiagnosticDraft, excerpt: SourceExcerpt | undefined): void {
  const { line, column, endColumn } = draft;
  if (!excerpt || line === null || column === null || endColumn === undefined) return;
  const hint = draft.message.slice(draft.message.lastIndexOf('\n') + 1);
  const names = suggestion.exec(hint)?.[1]?.split(/, | or /) ?? [];
  const expected = excerpt.text.slice(excerpt.start, excerpt.end);
  if (widthIn(expected, 'bytes') !== endColumn - column) return;
  const fixes = names.map((replacement) => ({ line, column, endColumn, expected, replacement }));
  if (fixes.length > 0) draft.fixes = fixes;
}
