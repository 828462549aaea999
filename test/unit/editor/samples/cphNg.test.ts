import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Uri } from 'vscode';
import { cphNgTests } from '../../../../src/editor/sourceFiles/cphNg';
import { findCphNgProblem } from '../../../../src/editor/samples/cphNgSamples';
import { findProblemFiles, findSamples } from '../../../../src/editor/samples/findSamples';
import { MAX_SAMPLE_FILES_BYTES } from '../../../../src/editor/samples/limits';
import { workspaceOnDisk } from '../../support/workspaceOnDisk';

const realPath = (file: string) => fs.promises.realpath(file);

/** A problem as CPH-NG 0.6.1 stores it. */
function problem(fields: object = {}): object {
  return {
    version: '0.6.1',
    name: 'A',
    url: 'https://codeforces.com/problemset/problem/4/A',
    testcases: {
      'b-1': { stdin: { data: '2\n' }, answer: { data: 'NO\n' }, isExpand: false, isDisabled: false },
      'a-1': { stdin: { data: '8\n' }, answer: { data: 'YES\n' }, isExpand: true, isDisabled: false },
      'c-1': { stdin: { data: '9\n' }, answer: { data: '' }, isExpand: true, isDisabled: true },
    },
    testcaseOrder: ['a-1', 'b-1', 'c-1', 'gone'],
    src: { path: '/old/place/A.cpp', hash: null },
    checker: null,
    interactor: null,
    overrides: { timeLimitMs: 1500, memoryLimitMb: 64 },
    ...fields,
  };
}

describe('Samples stored by CPH-NG', () => {
  const current = workspaceOnDisk();

  function store(name: string, stored: object): void {
    current().write(`.cph-ng/${name}.bin`, gzipSync(JSON.stringify(stored)));
  }
  const samplesOf = async (name: string) =>
    findSamples(Uri.file(path.join(current().folder, name)), realPath);

  it('are read in their order, without those that are switched off', async () => {
    current().write('day 1/A.cpp', '');
    store('day 1/A.cpp', problem());
    assert.deepEqual(await samplesOf('day 1/A.cpp'), {
      samples: [
        { input: '8\n', expected: 'YES\n' },
        { input: '2\n', expected: 'NO\n' },
      ],
      skipped: [],
      time: 1500,
      memory: 65536,
      files: null,
      isInteractive: false,
    });
  });

  it('are read in the format of version 0.4', () => {
    const stored = {
      version: '0.4.3',
      name: 'A',
      tcs: { x: { stdin: { useFile: false, data: '1' }, answer: { useFile: true, path: '/a/1.ans' } } },
      tcOrder: ['x'],
      timeLimit: 2000,
      memoryLimit: 256,
      src: { path: '/a/A.cpp' },
    };
    assert.deepEqual(cphNgTests(JSON.stringify(stored)), {
      tests: [{ input: { text: '1' }, expected: { path: '/a/1.ans' } }],
      program: '/a/A.cpp',
      time: 2000,
      memory: 262144,
      files: null,
      isInteractive: false,
    });
  });

  it('name the files that the problem uses, as Competitive Companion sends them', async () => {
    const streams = { input: { type: 'file', fileName: 'sum.in' }, output: { type: 'stdout' } };
    current().write('A.cpp', '');
    store('A.cpp', problem(streams));
    const files = { input: 'sum.in', output: null };
    assert.deepEqual((await samplesOf('A.cpp')).files, files);
    assert.deepEqual(await findProblemFiles(Uri.file(path.join(current().folder, 'A.cpp')), realPath), files);
  });

  it('are read from files of the workspace only', async () => {
    const answer = current().write('tests/1.ans', 'YES\n');
    const secret = path.join(current().outside, 'secret');
    fs.writeFileSync(secret, 'secret');
    const link = path.join(current().folder, 'link');
    fs.symlinkSync(secret, link);
    const testcases = {
      a: { stdin: { data: '8' }, answer: { path: answer } },
      b: { stdin: { path: secret }, answer: { data: '' } },
      c: { stdin: { path: link }, answer: { data: '' } },
      d: { stdin: { path: '../../etc/passwd' }, answer: { data: '' } },
    };
    current().write('A.cpp', '');
    store('A.cpp', problem({ testcases, testcaseOrder: ['a', 'b', 'c', 'd'] }));
    assert.deepEqual((await samplesOf('A.cpp')).samples, [{ input: '8', expected: 'YES\n' }]);
  });

  it('are not read from files that are too large, and read once from a file that several tests name', async () => {
    const large = current().write('tests/large.in', '');
    fs.truncateSync(large, 8 * 1024 * 1024);
    const shared = current().write('tests/shared.in', 'x'.repeat(500_000));
    const ids = Array.from({ length: 200 }, (_, at) => `t${at}`);
    const testcases = Object.fromEntries(
      ids.map((id, at) => [id, { stdin: { path: at < 100 ? large : shared }, answer: { data: id } }]),
    );
    current().write('A.cpp', '');
    store('A.cpp', problem({ testcases, testcaseOrder: ids }));
    const { samples, skipped } = await samplesOf('A.cpp');
    assert.ok(
      samples.length > 0 && samples.length + skipped.length === 200,
      `${samples.length} ${skipped.length}`,
    );
    const { reads } = current();
    assert.deepEqual(
      reads.names.filter((name) => /\.in$/.test(name)).map((name) => path.basename(name)),
      ['shared.in'],
    );
    assert.ok(reads.bytes < 1_000_000, `${reads.bytes}`);
  });

  it('are limited by their total length, in which a file counts for each test that names it', async () => {
    const shared = current().write('tests/shared.in', 'x'.repeat(500_000));
    const ids = Array.from({ length: 200 }, (_, at) => `t${at}`);
    const testcases = Object.fromEntries(
      ids.map((id) => [id, { stdin: { path: shared }, answer: { data: id } }]),
    );
    const program = Uri.file(current().write('A.cpp', ''));
    store('A.cpp', problem({ testcases, testcaseOrder: ids }));
    const { samples = [], skipped = [] } =
      (await findCphNgProblem(program, [Uri.file(current().folder)], realPath)) ?? {};
    assert.equal(samples.length, Math.floor(MAX_SAMPLE_FILES_BYTES / 500_010));
    assert.equal(skipped.length, 200 - samples.length);
  });

  it('may be those of an interactive problem', async () => {
    current().write('A.cpp', '');
    store('A.cpp', problem({ interactor: { path: '/i.cpp', hash: null } }));
    const { samples, isInteractive } = await samplesOf('A.cpp');
    assert.deepEqual([samples.length > 0, isInteractive], [true, true]);
  });

  it('are ignored if the problem belongs to another program, or has another format', async () => {
    current().write('A.cpp', '');
    const others = [problem({ src: { path: '/old/place/B.cpp' } }), problem({ testcases: 5 }), []];
    for (const stored of others) {
      store('A.cpp', stored);
      assert.deepEqual((await samplesOf('A.cpp')).samples, [], JSON.stringify(stored));
    }
    current().write('.cph-ng/A.cpp.bin', 'not gzip');
    assert.deepEqual((await samplesOf('A.cpp')).samples, []);
  });
});
