import assert from 'node:assert/strict';
import { type CompilerDiagnostic, parseCompilerOutput, type RelatedNote } from '../../../src/compiler';
import type { ColumnUnit } from '../../../src/compiler/diagnostic';

const units: readonly ColumnUnit[] = [
  'cells',
  'bytes',
  'codePoints',
  'utf16',
  'tabbed',
  'tabbedBytes',
  'wide',
];

/**
 * Parses a message and returns one line per diagnostic: `gcc warning a.cpp:3:5-9 [-Wshadow] text «marked text»`, then
 * its notes as `+ b.h:1:2 text` and its fixes as `3:5-9 old → new`. A dash replaces a missing line or column.
 */
export function told(message: string): string[] {
  return parseCompilerOutput(message).flatMap((diagnostic) => [
    header(diagnostic),
    ...diagnostic.related.map(note),
    ...fixes(diagnostic),
  ]);
}

function header(diagnostic: CompilerDiagnostic): string {
  for (const { unit } of [diagnostic, ...diagnostic.related])
    assert.ok(unit === undefined || units.includes(unit));
  const { toolchain, severity, line, column, endColumn, code, message, excerpt } = diagnostic;
  const file = diagnostic.file ?? '-';
  const end = endColumn === undefined ? '' : `-${endColumn}`;
  const marked = excerpt ? ` «${excerpt.text.slice(excerpt.start, excerpt.end)}»` : '';
  const said = `${code === null ? '' : `[${code}] `}${message}`;
  return `${toolchain} ${severity} ${file}:${line ?? '-'}:${column ?? '-'}${end} ${said}${marked}`;
}

function note({ file, line, column, message }: RelatedNote): string {
  return `+ ${file ?? '-'}:${line ?? '-'}:${column ?? '-'} ${message}`;
}

function fixes({ fixes: offered = [] }: CompilerDiagnostic): string[] {
  return offered.map(
    ({ line, column, endColumn, expected, replacement }) =>
      `${line}:${column}-${endColumn} ${expected ?? '?'} → ${replacement}`,
  );
}
