import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { widthOf } from '../../../src/compiler/columns';
import { atUserLines, judgedFile } from '../../../src/editor/problems/userLines';
import { type CompilerDiagnostic, parseCompilerOutput, toEditorRange } from '../../../src/compiler';

const folder = path.join(import.meta.dirname, '../../fixtures/compiler');

interface ExpectedNote {
  file: string | null;
  line: number | null;
  column: number | null;
  message: string;
}

interface Expected extends ExpectedNote {
  severity: string;
  endColumn?: number;
  /** the lines of the message after the first */
  more?: string[];
  /** the text that the caret or underline of the message marks */
  marked?: string;
  code: string | null;
  related?: ExpectedNote[];
  fixes?: unknown[];
  /** the position where the editor shows it, if it is in the program instead of at the printed position */
  inProgram?: { line: number | null; column: number | null };
  covers?: string;
}

export interface Case {
  readonly name: string;
  readonly toolchain: string;
  readonly message: string;
  readonly source: string[];
  readonly expected: Expected[];
}

/** All cases of test/fixtures/compiler, or those of one toolchain. */
export function casesOf(toolchain?: string): Case[] {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => readCase(entry.name))
    .filter((found) => toolchain === undefined || found.toolchain === toolchain);
}

function readCase(name: string): Case {
  const files = fs.readdirSync(path.join(folder, name));
  const read = (file: string) => fs.readFileSync(path.join(folder, name, file), 'utf8');
  const source = files.find((file) => file.startsWith('source'));
  return {
    name,
    toolchain: (JSON.parse(read('meta.json')) as { toolchain: string }).toolchain,
    message: read('message.txt'),
    source: source === undefined ? [] : read(source).split('\n'),
    expected: (JSON.parse(read('expected.json')) as { diagnostics: Expected[] }).diagnostics,
  };
}

/** Defines a test for each case of a toolchain. */
export function describeCases(toolchain: string): void {
  const cases = casesOf(toolchain);
  it('has cases', () => assert.notEqual(cases.length, 0));
  for (const each of cases) it(`reads ${each.name}`, () => checkCase(each));
}

function checkCase({ message, expected, source, toolchain }: Case): void {
  const found = parseCompilerOutput(message);
  // compilers call the linker, and lines of the linker with a position are read as GCC's
  const others = found.filter((one) => ![toolchain, 'linker', 'gcc'].includes(one.toolchain));
  assert.deepEqual(others, []);
  const shown = atUserLines(found, judgedFile(found));
  assert.deepEqual(
    found.map((diagnostic, i) => brief(diagnostic, shown[i], expected[i])),
    expected.map(({ covers: _, ...rest }) => rest),
  );
  for (const [i, diagnostic] of shown.entries()) {
    const covers = expected[i]?.covers;
    if (covers === undefined) continue;
    const line = source[(diagnostic.line ?? 0) - 1] ?? '';
    const { start, end } = toEditorRange(diagnostic, line);
    assert.equal(line.slice(start, end), covers);
  }
  for (const { unit } of found.flatMap((one) => [one, ...one.related])) {
    if (unit !== undefined) assert.ok(Number.isFinite(widthOf(0x61, 0, unit)), unit);
  }
  let end = 0;
  for (const { messageLine, messageEndLine } of found) {
    assert.ok(
      messageLine >= end && messageEndLine > messageLine,
      `lines ${messageLine} to ${messageEndLine}`,
    );
    end = messageEndLine;
  }
}

function brief(
  diagnostic: CompilerDiagnostic,
  shown: CompilerDiagnostic | undefined,
  expected: Expected | undefined,
): Expected {
  const { severity, file, line, column, endColumn, message, code, related, fixes, excerpt } = diagnostic;
  const placed = related.filter((note) => note.line !== null);
  const firstLine = (text: string) => text.split('\n')[0] ?? '';
  const more = message.split('\n').slice(1);
  return {
    severity,
    file,
    line,
    column,
    ...(endColumn !== undefined && { endColumn }),
    message: firstLine(message),
    ...(more.length > 0 && { more }),
    ...(excerpt && { marked: excerpt.text.slice(excerpt.start, excerpt.end) }),
    code,
    ...((placed.length > 0 || expected?.related) && {
      related: placed.map((note) => ({
        file: note.file,
        line: note.line,
        column: note.column,
        message: firstLine(note.message),
      })),
    }),
    ...(fixes && { fixes: [...fixes] }),
    ...(shown && shown !== diagnostic && { inProgram: { line: shown.line, column: shown.column } }),
  };
}
