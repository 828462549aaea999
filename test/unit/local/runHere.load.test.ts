import assert from 'node:assert/strict';
import path from 'node:path';
import { runHere } from '../../support/localRuns';
import { localFolder, writeOld } from './localFolder';

const folder = localFolder();

interface Given {
  readonly input?: string;
  readonly expected?: string;
}

/** Returns the status of a program with one case. */
async function statusOf(
  name: string,
  code: string,
  { input = '', expected = '1\n' }: Given = {},
): Promise<string | undefined> {
  const file = path.join(folder(), name);
  await writeOld(file, code);
  const { cases, compile } = await runHere({ file, cases: [{ input, expected }], timeLimit: 20_000 });
  assert.notEqual(compile.success, false, compile.message ?? '');
  return cases[0]?.status;
}

describe('A program that judges accept', function () {
  // a compiler may be slow
  this.timeout(60_000);
  before(function () {
    if (process.platform === 'win32') this.skip(); // the programs use files of Unix
  });

  it('is accepted if it is in C++20', async () => {
    const code =
      '#include <bit>\n#include <cstdio>\n#include <ranges>\nint main() { int n = 0; for (int i : std::views::iota(0, 8)) n += std::popcount(unsigned(i)); std::printf("%d\\n", n); }\n';
    assert.equal(await statusOf('a.cpp', code, { expected: '12\n' }), 'AC');
  });

  it('is accepted if it is in the newest edition of Rust', async () => {
    // an array yields its elements instead of references since the edition 2021; a compiler assumes 2015
    const code =
      'fn main() { let [a]: [i32; 1] = [1]; let b: Vec<i32> = [a].into_iter().collect(); println!("{}", b[0]); }\n';
    assert.equal(await statusOf('a.rs', code), 'AC');
  });

  it('is accepted if it has large variables on its stack', async () => {
    const code =
      '#include <cstdio>\nint main() { volatile char a[20 << 20]; for (unsigned i = 0; i < sizeof a; i += 4096) a[i] = 1; std::printf("%d\\n", a[4096]); }\n';
    assert.equal(await statusOf('a.cpp', code), 'AC');
  });

  it('is accepted if it writes much to its error output', async () => {
    const code =
      '#include <cstdio>\nint main() { for (int i = 0; i < 100000; i++) std::fputs("some debug output\\n", stderr); std::puts("1"); }\n';
    assert.equal(await statusOf('a.cpp', code), 'AC');
  });

  it('is accepted if it reads a large input at once', async () => {
    const code =
      '#include <cstdio>\n#include <unistd.h>\nstatic char a[4 << 20];\nint main() { std::printf("%ld\\n", (long)read(0, a, sizeof a)); }\n';
    const input = '0123456789\n'.repeat(120_000);
    assert.equal(await statusOf('a.cpp', code, { input, expected: `${input.length}\n` }), 'AC');
  });

  it('is accepted if its expected output isn’t UTF-8', async () => {
    const file = path.join(folder(), 'a.c');
    await writeOld(
      file,
      '#include <stdio.h>\nint main(void) { for (int c; (c = getchar()) != EOF;) putchar(c); return 0; }\n',
    );
    const gbk = Uint8Array.of(0xb4, 0xf0);
    const other = Uint8Array.of(0xb0, 0xb8);
    const cases = [
      { input: gbk, expected: gbk },
      { input: gbk, expected: other },
    ];
    const ran = await runHere({ file, cases, timeLimit: 20_000 });
    assert.deepEqual(
      ran.cases.map(({ status }) => status),
      ['AC', 'WA'],
    );
  });

  it('is reported with its compiler output if it does not compile', async () => {
    const file = path.join(folder(), 'a.c');
    await writeOld(file, 'int main(void) { return x; }\n');
    const ran = await runHere({ file, cases: [{ input: '', expected: '' }], timeLimit: 20_000 });
    assert.equal(ran.compile.success, false);
    assert.match(ran.compile.message ?? '', /a\.c:1:25: error:/);
    assert.deepEqual(
      ran.cases.map(({ status }) => status),
      ['CE'],
    );
  });
});
