import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { checkFormat } from '../../run/checkFormat';

describe('The format check', function () {
  this.timeout(60_000);

  let folder = '';
  const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
  const git = (...args: readonly string[]) => {
    const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.org'];
    execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'ignore' });
  };

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'format-'));
    git('init', '--initial-branch=main');
    write('old.json', '{"a":1}');
    git('add', '.');
    git('commit', '-m', 'first');
    git('checkout', '-b', 'change');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('prints the new and changed files of a branch and the command that formats them', () => {
    assert.deepEqual(checkFormat(folder, 'changed'), []);
    write('committed.json', '{"b":1}');
    git('add', '.');
    git('commit', '-m', 'second');
    write('new file.json', '{"c":1}');
    write('formatted.json', '{ "d": 1 }\n');
    assert.deepEqual(checkFormat(folder, 'changed'), [
      'committed.json isn’t formatted',
      'new file.json isn’t formatted',
      'To format: npx prettier --write committed.json "new file.json"',
    ]);
  });

  it('prints all files on request, and the errors of files that can’t be parsed', () => {
    assert.deepEqual(checkFormat(folder, 'all'), [
      'old.json isn’t formatted',
      'To format: npx prettier --write old.json',
    ]);
    write('old.json', '{"a":');
    assert.match(checkFormat(folder, 'all')[0] ?? '', /old\.json: SyntaxError/);
  });
});
