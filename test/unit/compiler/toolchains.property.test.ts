import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { parseWith } from '../../../src/compiler/parse';
import type { Toolchain } from '../../../src/compiler/toolchain';
import { toolchains } from '../../../src/compiler/toolchains';
import { casesOf } from './cases';

/** Removes the message lines from a diagnostic. */
function read(message: string): unknown[] {
  return parseCompilerOutput(message).map(({ messageLine: _, messageEndLine: __, ...rest }) => rest);
}

/**
 * Toolchains with the same format, also of linker messages with a line. A message is read as output of only one of
 * them.
 */
function familyOf(toolchain: string): string {
  return toolchain === 'clang' || toolchain === 'linker' ? 'gcc' : toolchain;
}

describe('Every toolchain', function () {
  this.timeout(120_000);

  const cases = casesOf();

  it('reads the same diagnostics in English and Chinese', () => {
    const places = (name: string) =>
      cases
        .filter((found) => found.name === name)
        .flatMap(({ message }) => parseCompilerOutput(message))
        .map(({ severity, line, column, endColumn, code }) => [severity, line, column, endColumn, code]);
    assert.deepEqual(places('gcc-columns-zh'), places('gcc-columns-en'));
  });

  it('reads the same diagnostics in each Clang format', () => {
    const places = (name: string) =>
      cases
        .filter((found) => found.name === name)
        .flatMap(({ message }) => parseCompilerOutput(message))
        .map(({ severity, file, line, column, message, code, related }) => {
          const notes = related.map((note) => [note.file, note.line, note.column, note.message]);
          return { severity, file, line, column, message, code, notes };
        });
    const plain = places('clang-columns');
    for (const form of ['color', 'msvc', 'vi', 'ranges', 'fixits', 'tab4', 'nocaret'])
      assert.deepEqual(places(`clang-columns-${form}`), plain, form);
  });

  it('reads carriage returns like line feeds', () => {
    for (const { name, message } of cases) {
      assert.deepEqual(read(message.replace(/\r?\n/g, '\r\n')), read(message), name);
    }
  });

  it('reads a cut-off message like the complete one', () => {
    for (const { name, message } of cases) {
      // only later lines show that its carets aren't reliable
      if (name === 'clang-columns-ranges') continue;
      // a remark that is cut off in its first words isn't recognized
      if (name.startsWith('linker-gold') || name === 'fpc-candidates') continue;
      const whole = read(message);
      for (let part = 1; part < 8; part++) {
        const left = read(message.slice(0, Math.floor((message.length * part) / 8))).slice(0, -1);
        assert.deepEqual(left, whole.slice(0, left.length), `${name}, ${part} of 8`);
      }
    }
  });

  it('ignores other toolchains’ lines', () => {
    // `error: …` alone doesn't identify a toolchain
    const named = cases.filter(({ name }) => !name.endsWith('-missing') && name !== 'scalac-plain-3');
    for (const [i, { name, message, toolchain }] of named.entries()) {
      for (let step = 7; step < named.length; step += 67) {
        const other = named[(i + step) % named.length];
        if (!other || familyOf(other.toolchain) === familyOf(toolchain)) continue;
        const both = read(`${message}\n${other.message}`);
        assert.deepEqual(both, [...read(message), ...read(other.message)], `${name} and ${other.name}`);
      }
    }
  });

  it('keeps blanks, brackets, other scripts, and Windows drives in a path', () => {
    const own = /(?:\/tmp\/compiler_\w+\/)?\b(src|Main|prog)\.(?=\w)/g;
    for (const to of ['C:\\judge files (2)\\题 目\\$1.', '/tmp/judge files (2)/题 目/$1.']) {
      for (const { name, message } of cases) {
        // a byte sequence between the letters and the path would prevent that
        if (message.includes('\x1b') || name.includes('pypy-compile') || name.startsWith('python311-compile'))
          continue;
        const moved = parseCompilerOutput(message.replace(own, to));
        const files = parseCompilerOutput(message).map(({ file, line }) => [
          file?.replace(own, to) ?? null,
          line,
        ]);
        assert.deepEqual(
          moved.map(({ file, line }) => [file, line]),
          files,
          name,
        );
      }
    }
  });

  it('doesn’t advance past a line that it doesn’t understand', () => {
    const known = toolchains.map(watched);
    for (const { message } of cases) {
      const lines = message.split('\n');
      for (let left = 0; left < 3; left++)
        parseWith(known, lines.filter((_, i) => i % 3 !== left).join('\n'));
    }
  });
});

/** Wraps a toolchain: if a reader returns false, it must not have moved the cursor or changed the report. */
function watched(toolchain: Toolchain): Toolchain {
  const open: Toolchain['open'] = (cursor, report) => {
    const read = toolchain.open(cursor, report);
    return () => {
      const { line, content } = cursor;
      const known = report.drafts.length;
      const understood = read();
      if (!understood)
        assert.deepEqual([cursor.line, report.drafts.length], [line, known], `${toolchain.name}: ${content}`);
      return understood;
    };
  };
  return { ...toolchain, open };
}
