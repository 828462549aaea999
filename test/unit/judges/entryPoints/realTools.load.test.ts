import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { entryPointOf, type EntryPoint, type ProgramToSend } from '../../../../src/judges/entryPoints';

const fixtures = path.join(import.meta.dirname, '../../../fixtures/entryPoints');

function run(command: string, parameters: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

/** Compiles and runs the files of a folder as DOMjudge does, by language. Returns the output. */
const judges: Readonly<Record<string, (entry: EntryPoint, folder: string) => string>> = {
  python: ({ mainFile }, folder) => run('python3', [mainFile ?? ''], folder),
  javascript: ({ mainFile }, folder) => run(process.execPath, [mainFile ?? ''], folder),
  cpp: ({ sent }, folder) => {
    const sources = sent.map(({ fileName }) => fileName).filter((name) => !name.endsWith('.h'));
    run('g++', ['-o', 'program', ...sources], folder);
    return run('./program', [], folder);
  },
};

describe('Programs under the names that are sent', () => {
  let folder: string;
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'entry-points-'))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  for (const [language, judge] of Object.entries(judges)) {
    const text = fs.readFileSync(path.join(fixtures, `${language}.json`), 'utf8');
    for (const program of JSON.parse(text) as (ProgramToSend & { readonly name: string })[]) {
      const entry = entryPointOf(program);
      if (entry.trouble !== null) continue;
      it(`compile and run: ${program.name}`, () => {
        for (const { file, fileName } of entry.sent) fs.writeFileSync(path.join(folder, fileName), file.text);
        assert.equal(judge(entry, folder), 'OK');
      });
    }
  }
});
