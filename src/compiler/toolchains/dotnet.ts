import { findPointedSource } from '../caret';
import type { Cursor } from '../cursor';
import type { BracketPlace } from '../place';
import type { DiagnosticDraft, Report } from '../report';
import { severityOf } from '../severity';
import { surely, type Toolchain } from '../toolchain';

/** How one of the .NET compilers marks its lines: all print `file(line,column): error CODE: …`. */
interface Dialect {
  readonly name: string;
  /** the letters of its codes */
  readonly letters: string;
  /** its messages go on over the following lines, up to an empty one */
  readonly long: boolean;
}

/** ` : error CS1002: …`, `: typecheck error FS0001: …`, ` Error VBNC…` */
const said = /^ ?: (?:[a-z]{1,20} )?(fatal error|error|warning|info|hidden) ([A-Z]{2,5})(\d{1,6}) ?: (.*)/i;
const unplaced = /^(?:CSC|VBC|FSC|vbc|csc)? ?:? ?(error|warning) ?:? ([A-Z]{2,5})(\d{1,6}) ?: (.*)/i;
const symbolNote = '(Location of the symbol related to previous ';
/** MSBuild adds the project */
const project = / \[[^\][]{1,1000}proj(?:::[^\][]{1,200})?\]$/;
const linesOfMessage = 40;

function dialect({ name, letters, long }: Dialect): Toolchain {
  const mark = new RegExp(`(?:error|warning|info|hidden) ?:? ${letters}\\d`, 'i');
  return {
    name,
    lines: { bracketPlace: true, first: 'ewcvfECVFW/' },
    detect: surely(mark),
    open: (cursor, report) => {
      let last: DiagnosticDraft | null = null;
      return () => {
        const place = cursor.bracketPlace;
        if (last && readSymbolNote(last, place, cursor, report)) return true;
        const hit = place ? said.exec(place.rest) : unplaced.exec(cursor.content);
        if (!hit || hit[2]?.toUpperCase() !== letters) return false;
        const severity = severityOf(hit[1]);
        const message = (hit[4] ?? '').replace(project, '').trimEnd();
        const code = `${letters}${hit[3]}`;
        last = report.add({ severity, message, at: place, code, unit: 'utf16' });
        setEnd(last, place);
        if (long) readMore(last, cursor);
        else readSource(last, cursor);
        return true;
      };
    },
  };
}

/** Some print `(line,column,line,column)`. */
function setEnd(draft: DiagnosticDraft, place: BracketPlace | null): void {
  const { column, endLine, endColumn } = place ?? {};
  if (!column || !endColumn || endLine !== place?.line || endColumn <= column) return;
  draft.endColumn = endColumn;
}

/** `a.cs(4,16): (Location of the symbol related to previous error)`, or a library's file instead of a place. */
function readSymbolNote(
  last: DiagnosticDraft,
  place: BracketPlace | null,
  cursor: Cursor,
  report: Report,
): boolean {
  if (!cursor.content.endsWith(')') || !cursor.content.includes(symbolNote)) return false;
  const message = 'Location of the symbol related to the error';
  const { file, line, column } = place ?? {};
  if (place) report.relate(last, { file, line, column, message, unit: 'utf16' });
  return true;
}

function readMore(draft: DiagnosticDraft, cursor: Cursor): void {
  cursor.advance();
  for (let i = 0; i < linesOfMessage && !cursor.done && cursor.content.trim() !== ''; i++) {
    if (cursor.bracketPlace || unplaced.test(cursor.content.slice(0, 200))) return;
    draft.message += `\n${cursor.content.trim()}`;
    cursor.advance();
  }
}

/** Visual Basic shows the source between empty lines, underlined. */
function readSource(draft: DiagnosticDraft, cursor: Cursor): void {
  cursor.advance();
  if (cursor.done || cursor.content !== '') return;
  const { source, caret } = findPointedSource(cursor.linesAhead(2)) ?? {};
  if (!source || !caret) return;
  draft.excerpt = { text: source, start: caret.start, end: caret.end };
  cursor.advance(3);
}

/** mcs and csc. */
export const csharp = dialect({ name: 'csharp', letters: 'CS', long: false });
/** fsc, fsharpc. */
export const fsharp = dialect({ name: 'fsharp', letters: 'FS', long: true });
/** Mono's Visual Basic. */
export const vbnc = dialect({ name: 'vbnc', letters: 'VBNC', long: false });
/** Microsoft's Visual Basic. */
export const vbc = dialect({ name: 'vbc', letters: 'BC', long: false });
