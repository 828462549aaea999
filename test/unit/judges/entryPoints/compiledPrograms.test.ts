import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { entryIn } from '../../../support/localRuns';

/** A program whose right names are known from DOMjudge’s compilers. */
interface CompiledProgram {
  readonly name: string;
  readonly language: string;
  readonly extensions: readonly string[];
  readonly files: readonly { readonly fileName: string; readonly text: string }[];
  readonly active: string;
  readonly expected: {
    readonly fileName: string;
    readonly mainClass: string | null;
    readonly mainFile: string | null;
    readonly ask: string | null;
    readonly sent?: readonly string[];
    readonly candidates?: readonly string[];
  };
}

const folder = path.join(import.meta.dirname, '../../../fixtures/entryPoints');

function programsIn(file: string): readonly CompiledProgram[] {
  return JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as CompiledProgram[];
}

describe('Names of files and entry points', () => {
  const files = readdirSync(folder).toSorted();

  it('are known for 112 programs', () => {
    assert.equal(files.flatMap(programsIn).length, 112);
  });

  for (const program of files.flatMap(programsIn)) {
    it(`run the program ${program.name}`, () => {
      const entry = entryIn(program);
      const { candidates = entry.candidates, sent = [program.expected.fileName], ...rest } = program.expected;
      const { fileName, mainClass, mainFile, ask } = rest;
      assert.deepEqual(entry, { fileName, mainClass, mainFile, sent, ask, candidates });
    });
  }
});
