import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../../tools/root';
import { readReport, reportVariable, summary, testFiles, writeReport, type Report } from '../../run/report';

describe('The report on a test suite', () => {
  let folder: string;
  before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'report-'))));
  after(() => fs.rmSync(folder, { recursive: true }));

  function read(report: Report, exitCode: number) {
    const file = path.join(folder, 'report.json');
    writeReport(file, report);
    return readReport(file, exitCode);
  }

  it('is printed unchanged if the suite finished', () => {
    assert.deepEqual(read({ finished: true, passed: 3, failed: 0, skipped: 1 }, 0), {
      counts: { passed: 3, failed: 0, skipped: 1 },
      failures: [],
    });
    const failures = ['one: no', 'two: no'];
    assert.deepEqual(read({ finished: true, passed: 3, failed: 2, skipped: 0, failures }, 1), {
      counts: { passed: 3, failed: 2, skipped: 0 },
      failures,
    });
  });

  it('counts a suite that ended before its last test as failed, whatever its exit code', () => {
    for (const exitCode of [0, 1, 74]) {
      const { counts, problem } = read({ finished: false, passed: 3, failed: 0, skipped: 0 }, exitCode);
      assert.deepEqual(counts, { passed: 3, failed: 1, skipped: 0 });
      assert.match(problem ?? '', /before its last test/);
    }
  });

  for (const mode of [[], ['--parallel', '--jobs', '2']]) {
    it(`contains the duration of each test file, including its hooks ${mode.join(' ')}`.trim(), () => {
      const names = ['one.test.cjs', 'another.test.cjs'];
      for (const name of names) {
        // Works for a while in a hook and in a test, and writes how long that took in all, ms.
        const test = `let duration = 0;
        const work = () => {
          const start = performance.now();
          for (let i = 0; i < 3; i++) require('node:child_process').execFileSync(process.execPath, ['-e', '']);
          duration += performance.now() - start;
        };
        describe('Some work', () => {
          before(work);
          it('ends', work);
          after(() => require('node:fs').writeFileSync(__filename + '.duration', String(duration)));
        });`;
        fs.writeFileSync(path.join(folder, name), test);
      }
      const file = path.join(folder, 'timed.json');
      const typeScript = [
        '--import',
        pathToFileURL(path.join(root, 'node_modules/tsx/dist/loader.mjs')).href,
      ];
      // the usual 2 s are too short if other tests use all cores
      const patient = ['--timeout', '60000'];
      const mocha = [path.join(root, 'node_modules/mocha/bin/mocha.js'), '--no-config', ...patient, ...mode];
      const reporter = ['--reporter', path.join(root, 'test/run/quiet-reporter.ts')];
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [...typeScript, ...mocha, ...reporter, ...names],
        { cwd: folder, encoding: 'utf8', env: { ...process.env, [reportVariable]: file } },
      );
      assert.ok(fs.existsSync(file), stdout + stderr);
      const { passed, seconds = {} } = JSON.parse(fs.readFileSync(file, 'utf8')) as Report;
      assert.equal(passed, 2, stdout + stderr);
      assert.deepEqual(Object.keys(seconds).toSorted(), names.toSorted());
      for (const name of names) {
        const duration = Number(fs.readFileSync(path.join(folder, `${name}.duration`), 'utf8'));
        assert.ok(duration > 0);
        // The report is rounded to 0.1 s.
        assert.ok(
          (seconds[name] ?? 0) >= duration / 1000 - 0.1,
          `${duration} ms, ${JSON.stringify(seconds)}`,
        );
      }
    });
  }

  it('counts a suite without tests as failed', () => {
    assert.equal(read({ finished: true, passed: 0, failed: 0, skipped: 0 }, 0).counts.failed, 1);
  });

  it('accepts a suite without tests if other processes took all files', () => {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    assert.deepEqual(read({ finished: true, nothingLeft: true, ...counts }, 0), { counts, failures: [] });
  });

  it('reports a filter that no test matches', () => {
    const file = path.join(folder, 'filtered.json');
    writeReport(file, { finished: true, passed: 0, failed: 0, skipped: 0 });
    assert.equal(readReport(file, 0, 'nowhere').problem, 'no test has “nowhere” in its name');
    assert.equal(readReport(file, 0, '').problem, 'the suite contains no tests');
  });

  it('counts a suite as failed if its tests passed but its process failed', () => {
    assert.equal(read({ finished: true, passed: 3, failed: 0, skipped: 0 }, 1).counts.failed, 1);
  });

  it('counts a missing or incomplete report as a failure', () => {
    const missing = path.join(folder, 'missing.json');
    assert.deepEqual(readReport(missing, 0).counts, { passed: 0, failed: 1, skipped: 0 });
    const torn = path.join(folder, 'torn.json');
    fs.writeFileSync(torn, '{"finished":tr');
    assert.deepEqual(readReport(torn, 0).counts, { passed: 0, failed: 1, skipped: 0 });
  });

  it('is summarized in one plain line, which mentions skipped tests only if there are any', () => {
    assert.equal(summary({ passed: 12, failed: 0, skipped: 0 }), '12 passed, 0 failed');
    assert.equal(summary({ passed: 12, failed: 1, skipped: 2 }), '12 passed, 1 failed, 2 skipped');
  });
});

describe('The files in a test suite', () => {
  it('are the files given as arguments, otherwise all files in its folder', () => {
    const named = ['test/ui/a.test.ts', 'test/ui/b.test.ts'];
    assert.deepEqual(testFiles(['--bail', ...named], 'test/ui'), named);
    assert.deepEqual(testFiles(['--bail'], 'test/ui'), ['test/ui/**/*.test.ts']);
  });
});
