import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { withJudgeLineBreaks, writeInput, writeLaunchers } from '../../../../src/local/folders/inputFiles';
import { MAX_INPUT_FILES } from '../../../../src/local/limits';
import { localFolder } from '../localFolder';

const folder = localFolder();

describe('The file with the input of a case', () => {
  it('has exactly this text, and can be read by the user only', async () => {
    const input = '1 2\r\n\0ü\ud83d\ude00';
    const file = await writeInput(folder(), input);
    assert.equal(await fs.readFile(file, 'utf8'), input);
    assert.equal(file, await writeInput(folder(), input));
    assert.notEqual(file, await writeInput(folder(), `${input}\n`));
    if (process.platform === 'win32') return;
    assert.equal((await fs.stat(file)).mode & 0o777, 0o600);
    assert.equal((await fs.stat(path.dirname(file))).mode & 0o777, 0o700);
  });

  it('has the line breaks of judges, except on Windows', () => {
    assert.equal(withJudgeLineBreaks('1\r\n2\r3\n', 'linux'), '1\n2\r3\n');
    assert.equal(withJudgeLineBreaks('1\r\n', 'win32'), '1\r\n');
    // 答 in GBK
    const gbk = Buffer.from([0xb4, 0xf0, 0x0d, 0x0a, 0x0d]);
    assert.deepEqual(withJudgeLineBreaks(gbk, 'linux'), Buffer.from([0xb4, 0xf0, 0x0a, 0x0d]));
    assert.equal(withJudgeLineBreaks(gbk, 'win32'), gbk);
  });

  it('is written again if it was changed', async () => {
    const file = await writeInput(folder(), '1');
    await fs.writeFile(file, '2');
    assert.equal(await fs.readFile(await writeInput(folder(), '1'), 'utf8'), '1');
  });

  it('is written by several commands at the same time', async () => {
    const files = await Promise.all(Array.from({ length: 20 }, () => writeInput(folder(), 'same')));
    assert.equal(new Set(files).size, 1);
    assert.deepEqual(await fs.readdir(path.dirname(files[0] ?? '')), [path.basename(files[0] ?? '')]);
  });

  it('is written even if an old one can’t be removed', async () => {
    const first = await writeInput(folder(), 'first');
    const blocked = path.join(path.dirname(first), 'blocked');
    await fs.mkdir(blocked);
    await fs.utimes(blocked, 1, 1);
    for (let id = 0; id < MAX_INPUT_FILES; id += 1) await writeInput(folder(), `${id}`);
    const names = await fs.readdir(path.dirname(first));
    assert.ok(names.includes('blocked') && !names.includes(path.basename(first)));
  });

  it('is kept if it was used again', async () => {
    const first = await writeInput(folder(), 'first');
    await fs.utimes(first, 1, 1);
    assert.equal(await writeInput(folder(), 'first'), first);
    await fs.utimes(await writeInput(folder(), 'second'), 2, 2);
    for (let id = 0; id < MAX_INPUT_FILES - 1; id += 1) await writeInput(folder(), `${id}`);
    assert.ok((await fs.readdir(path.dirname(first))).includes(path.basename(first)));
  });

  it('is removed if newer ones exceed the limit', async () => {
    const first = await writeInput(folder(), 'first');
    await fs.utimes(first, 1, 1);
    for (let id = 0; id < MAX_INPUT_FILES; id += 1) await writeInput(folder(), `${id}`);
    const names = await fs.readdir(path.dirname(first));
    assert.equal(names.length, MAX_INPUT_FILES);
    assert.ok(!names.includes(path.basename(first)));
  });
});

describe('The launcher', () => {
  const input = '1 2\nzwei – ü\n';

  async function setUp(name: string, code: string) {
    const program = path.join(folder(), 'a b', name);
    await fs.mkdir(path.dirname(program), { recursive: true });
    await fs.writeFile(program, code);
    return { program, launchers: await writeLaunchers(folder()), file: await writeInput(folder(), input) };
  }

  it('of Python runs the program as the main module with the file as its standard input', async () => {
    const code = `
import os, sys
import beside
if __name__ == '__main__':
    first = input()
    rest = sys.stdin.read()
    print([first, rest, sys.argv, __file__, sys.stdin.isatty(), beside.value, os.read(0, 1)])
    int('x')
`;
    const { program, launchers, file } = await setUp('main.py', code);
    await fs.writeFile(path.join(path.dirname(program), 'beside.py'), 'value = 7\n');
    const args = [launchers.python, program, file, 'more'];
    const run = spawnSync('python3', args, { encoding: 'utf8', input: 'wrong' });
    const expected = `['1 2', 'zwei – ü\\n', ['${program}', 'more'], '${program}', False, 7, b'']\n`;
    assert.equal(run.stdout, expected, run.stderr);
    assert.match(run.stderr, new RegExp(`File "${program}", line 8`));
  });

  it('of Python lets the stack grow as far as the system allows, at most as far as at judges', async () => {
    if (process.platform === 'win32') return;
    const code = 'import resource; print(*resource.getrlimit(resource.RLIMIT_STACK))';
    const { program, launchers, file } = await setUp('stack.py', code);
    const { stdout, stderr } = spawnSync('python3', [launchers.python, program, file], { encoding: 'utf8' });
    const [size, highest] = stdout.split(' ').map(Number);
    assert.equal(size, highest === -1 ? 2 ** 30 : Math.min(2 ** 30, highest ?? 0), stderr);
  });

  it('of Node replaces descriptor 0 before the program runs', async () => {
    for (const code of [
      'process.stdout.write(require("fs").readFileSync(0, "utf8"));',
      'let all = ""; process.stdin.on("data", (part) => (all += part)).on("end", () => process.stdout.write(all));',
      'require("readline").createInterface(process.stdin).on("line", (line) => console.log(line));',
      'if (!("JUDGE_RESULTS_INPUT" in process.env)) process.stdout.write(require("fs").readFileSync("/dev/stdin"));',
    ]) {
      if (process.platform === 'win32' && code.includes('/dev/')) continue;
      const { program, launchers, file } = await setUp('main.js', code);
      const run = spawnSync(process.execPath, ['-r', launchers.node, program], {
        encoding: 'utf8',
        input: 'wrong',
        env: { ...process.env, JUDGE_RESULTS_INPUT: file },
      });
      assert.equal(run.stdout, input, run.stderr);
    }
  });
});
