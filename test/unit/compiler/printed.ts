// Text form of diagnostics in golden files, see test/fixtures/compiler/README.md.
import {
  type CompilerDiagnostic,
  type OfferedFix,
  parseCompilerOutput,
  prepareMessage,
  type RelatedNote,
  toEditorRange,
} from '../../../src/compiler';
import { Cursor } from '../../../src/compiler/cursor';
import type { SourceExcerpt } from '../../../src/compiler/diagnostic';
import { toolchains } from '../../../src/compiler/toolchains';
import { tokensOf } from '../../../src/compiler/toolchains/python/tokens';
import { atUserLines, judgedFile } from '../../../src/editor/diagnostics/userLines';

/** Prints the diagnostics of a message, one or more lines each. `editorLine`: a line in which to mark all of them. */
export function printDiagnostics(message: string, editorLine?: string): string {
  const found = parseCompilerOutput(message);
  if (found.length === 0) return 'nothing\n';
  return found
    .map((one) => printDiagnostic(one) + (editorLine === undefined ? '' : printMarked(one, editorLine)))
    .join('');
}

/** Prints the diagnostics of a message with the lines of its source where the editor shows them. */
export function printInSource(message: string, source: readonly string[]): string {
  const found = parseCompilerOutput(message);
  if (found.length === 0) return 'nothing\n';
  const program = judgedFile(found);
  return atUserLines(found, program)
    .map((shown, i) => {
      const printed = found[i];
      if (!printed) return '';
      const { file, line, column } = shown;
      const moved = shown === printed ? '' : `  program ${file ?? '-'}:${line ?? '-'}:${column ?? '-'}\n`;
      const isOwn = file === null || program === null || fileName(file) === fileName(program);
      const text = isOwn && line !== null ? source[line - 1] : undefined;
      return printDiagnostic(printed) + moved + (text === undefined ? '' : printMarked(shown, text));
    })
    .join('');
}

function fileName(path: string): string | undefined {
  return path.split(/[\\/]/).pop();
}

/** Prints the toolchains that detect their output in a text, and how certain they are. */
export function printDetected(text: string): string {
  const detected = toolchains
    .map((one) => ({ name: one.name, certainty: one.detect(text) }))
    .filter(({ certainty }) => certainty > 0);
  if (detected.length === 0) return 'nothing\n';
  return `${detected.map(({ name, certainty }) => `${name} ${certainty}`).join(', ')}\n`;
}

/** Prints the location at the start of each line, as `file:line:column` and as `file(line,column)`. */
export function printLocations(text: string): string {
  const cursor = new Cursor(text);
  const found: string[] = [];
  for (; !cursor.done; cursor.advance()) {
    const { location, bracketLocation } = cursor;
    if (location) {
      const { file, line, column, rest } = location;
      found.push(`${file}:${line}:${column ?? '-'} «${rest}»\n`);
    }
    if (bracketLocation) {
      const { file, line, column, endLine, endColumn, rest } = bracketLocation;
      const end = endLine === null ? '' : ` to ${endLine}:${endColumn ?? '-'}`;
      found.push(`in brackets ${file}:${line}:${column ?? '-'}${end} «${rest}»\n`);
    }
  }
  return found.join('') || 'nothing\n';
}

/** Prints the lines of a message as readers get them. */
export function printPrepared(text: string): string {
  const lines = prepareMessage(text).split('\n');
  if (lines.at(-1) === '' && text.endsWith('\n')) lines.pop();
  return lines.map((line) => `= ${escaped(line)}\n`).join('');
}

/** Prints the tokens in a line of Python in «», and those in a field of an f-string in ‹›. */
export function printPythonTokens(text: string): string {
  const line = text.slice(0, -1);
  const shown = tokensOf(line).map(({ start, end, kind }) =>
    kind === 'inner' ? `‹${line.slice(start, end)}›` : `«${line.slice(start, end)}»`,
  );
  return `${shown.join(' ')}\n`;
}

/** Returns a text in which invisible characters except tabs and line feeds are written as `\u{code}`. */
export function escaped(text: string): string {
  return (
    text
      .replaceAll('\\u{', '\\u{5c}u{')
      // controls, separators, marks without width, halves of surrogate pairs
      .replace(
        /[^\P{C}\t\n]|[\p{Zl}\p{Zp}]|[^\P{Zs} ]/gu,
        (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`,
      )
  );
}

/** Reverses `escaped`. */
export function unescaped(text: string): string {
  return text.replace(/\\u\{([\da-f]{1,6})\}/g, (_, code: string) =>
    String.fromCodePoint(parseInt(code, 16)),
  );
}

function printDiagnostic(diagnostic: CompilerDiagnostic): string {
  const { messageLine, messageEndLine, toolchain, severity, code, message, unit, excerpt } = diagnostic;
  const lines = `${messageLine + 1}${messageEndLine > messageLine + 1 ? `-${messageEndLine}` : ''}`;
  const said = `${code === null ? '' : `[${code}] `}${indented(message)}`;
  return [
    `${lines} ${toolchain} ${severity} ${positionOf(diagnostic)} (${unit}) ${said}\n`,
    excerpt ? printExcerpt(excerpt) : '',
    ...diagnostic.related.map(printNote),
    diagnostic.outermostStepFirst ? '  outermost step first\n' : '',
    ...(diagnostic.fixes ?? []).map(printFix),
    diagnostic.fixes?.length === 0 ? '  no fix\n' : '',
  ].join('');
}

/** `file:line:column`, with `start~` before the column, and `-end` after it. A dash replaces what is missing. */
function positionOf({ file, line, column, startColumn, endColumn }: CompilerDiagnostic): string {
  const start = startColumn === undefined ? '' : `${startColumn}~`;
  const end = endColumn === undefined ? '' : `-${endColumn}`;
  return `${escaped(file ?? '-')}:${line ?? '-'}:${start}${column ?? '-'}${end}`;
}

function printNote({ file, line, column, message, unit, step, excerpt }: RelatedNote): string {
  const traits = [unit, step].filter((one) => one !== undefined).join(', ');
  const position = `${escaped(file ?? '-')}:${line ?? '-'}:${column ?? '-'}${traits && ` (${traits})`}`;
  return `  + ${position} ${indented(message)}\n${excerpt ? printExcerpt(excerpt) : ''}`;
}

function printFix({ line, column, endColumn, expected, replacement, unit }: OfferedFix): string {
  const replaced = expected === undefined ? '?' : `«${oneLine(expected)}»`;
  const position = `${line}:${column}-${endColumn}${unit === undefined ? '' : ` (${unit})`}`;
  return `  fix ${position} ${replaced} → «${oneLine(replacement)}»\n`;
}

function printExcerpt({ text, start, end, caret, trimmed }: SourceExcerpt): string {
  return `  ${trimmed ? '>>' : '>'} ${marked(text, start, end, caret)}\n`;
}

function printMarked(diagnostic: CompilerDiagnostic, line: string): string {
  const { start, end, exact } = toEditorRange(diagnostic, line);
  return `  ${exact ? 'editor' : 'editor?'} ${marked(line, start, end)}\n`;
}

/** The text with the marked part in «», and a `‸` at the caret if it isn't at the beginning of that part. */
function marked(text: string, start: number, end: number, caret = start): string {
  const padded = text.padEnd(end);
  const part = (from: number, until?: number) => oneLine(padded.slice(from, until));
  const within = caret === start ? part(start, end) : `${part(start, caret)}‸${part(caret, end)}`;
  return `${part(0, start)}«${within}»${part(end)}`;
}

function indented(message: string): string {
  return escaped(message).replaceAll('\n', '\n    ');
}

function oneLine(text: string): string {
  return escaped(text).replaceAll('\n', '\\u{a}');
}
