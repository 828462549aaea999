import assert from 'node:assert/strict';
import {
  caseProgress,
  compileErrorOf,
  completionOf,
  countStatuses,
  formatMemory,
  formatScore,
  formatTime,
  identities,
  isUnreportedCompileError,
  isTrouble,
  rowDescription,
  signalName,
  statusText,
} from '../../../src/results';
import type { Case, Envelope, JudgeSemantics, StatusMeaning } from '../../../src/results';

const meaning = (code: number, kind: StatusMeaning['kind'], name: string, short: string): StatusMeaning => ({
  code,
  kind,
  style: 'accepted',
  name,
  chineseName: code === 6 ? '答案错误' : null,
  short,
});

const rules: JudgeSemantics = {
  profile: 'test',
  statuses: {
    '0': meaning(0, 'pending', 'Waiting', '…'),
    '4': meaning(4, 'partial', 'Partly Right', 'PC'),
    '6': meaning(6, 'failed', 'Wrong Answer', 'WA'),
    '7': meaning(7, 'failed', 'Runtime Error', 'RE'),
    '11': meaning(11, 'error', 'Invalid', 'UKE'),
    '12': meaning(12, 'accepted', 'Accepted', 'AC'),
  },
  units: { time: 'ms', memory: 'KiB', score: 'points' },
  compileFailureIsFinal: true,
};
const bareRules: JudgeSemantics = {
  profile: 'bare',
  statuses: {},
  units: { time: null, memory: null, score: null },
  compileFailureIsFinal: false,
};

const oneCase = (id: number | null, status: Case['status']): Case => ({
  id,
  status,
  score: 0,
  time: 0,
  memory: 0,
  signal: null,
  exitCode: null,
  description: null,
});

describe('statusText', () => {
  it('returns the short code, otherwise the number, otherwise an empty text', () => {
    assert.equal(statusText(6, rules), 'WA');
    assert.equal(statusText(99, rules), 'Status 99');
    assert.equal(statusText(-1, rules), 'Status -1');
    assert.equal(statusText(12, bareRules), 'Status 12');
    assert.equal(statusText(null, rules), '');
  });

  it('ignores properties of the prototype', () => {
    assert.equal(statusText('constructor', rules), 'Status constructor');
  });

  it('returns a short token for any name', () => {
    const called = (short: string, name = '') =>
      statusText(1, { ...rules, statuses: { '1': meaning(1, 'failed', name, short) } });
    assert.equal(called('W\u202eA\x1b[31m\n!'), 'WA !');
    assert.equal(called('$(error) [x](command:y) $$(z)'), '(error) [x(command:y) (z)');
    assert.equal(called('\u3164\u2800\u115f', 'Wrong Answer'), 'Wrong Answer');
    assert.equal(called('\u034f', '\u2066'), 'Status 1');
    assert.equal(called('x'.repeat(1_000_000)), `${'x'.repeat(31)}…`);
    assert.equal(called(`${'$'.repeat(1_000_000)}(`), `${'$'.repeat(31)}…`);
    assert.equal(statusText('A\u202eB\t$(x)', rules), 'Status AB (x)');
    assert.equal(statusText('y'.repeat(1_000_000), rules), `Status ${'y'.repeat(31)}…`);
    assert.equal(statusText('\u200b\u2800', rules), 'Status ?');
  });

  it('returns “needs attention” unless the status is accepted, pending or missing', () => {
    assert.deepEqual(
      [0, 4, 6, 11, 12, 99, null].map((status) => isTrouble(status, rules)),
      [false, true, true, true, false, true, false],
    );
  });

  it('counts cases by status, worst kind first', () => {
    const statuses = [12, 12, 6, 0, 7, 6, 99, 4, 11, 12, null];
    assert.deepEqual(
      countStatuses(
        statuses.map((status) => oneCase(1, status)),
        rules,
      ).map(({ status, count }) => `${count}×${status}`),
      ['1×11', '2×6', '1×7', '1×null', '1×99', '1×4', '1×0', '3×12'],
    );
    assert.deepEqual(countStatuses([], rules), []);
    const unknown = countStatuses(
      [99, -5, null].map((status) => oneCase(1, status)),
      rules,
    );
    assert.deepEqual(
      unknown.map(({ status }) => status),
      [null, -5, 99],
    );
    const letters = countStatuses(
      ['WA', 7, 'CE', null].map((status) => oneCase(1, status)),
      rules,
    );
    assert.deepEqual(
      letters.map(({ status }) => status),
      [7, null, 'CE', 'WA'],
    );
  });
});

describe('isUnreportedCompileError and compileErrorOf', () => {
  it('report a failed compilation if the status is missing or pending', () => {
    const bare = (compiled: boolean | null, status: number | null) =>
      isUnreportedCompileError(compiled, status, rules);
    assert.deepEqual([bare(false, null), bare(false, 0)], [true, true]);
    assert.deepEqual([bare(false, 6), bare(false, 12), bare(false, 99)], [false, false, false]);
    assert.deepEqual(
      [bare(true, null), bare(true, 0), bare(null, null), bare(null, 0)],
      Array(4).fill(false),
    );
  });

  it('use the judge’s status for compile errors if it has one', () => {
    const failed: StatusMeaning = { ...meaning(2, 'error', 'Compile Error', 'CE'), style: 'compileError' };
    const own = { ...rules, statuses: { ...rules.statuses, '2': failed } };
    assert.equal(compileErrorOf(own)?.short, 'CE');
    assert.equal(compileErrorOf(rules), null);
  });
});

describe('rowDescription for a case', () => {
  const row = (description: string | null, status: number | null = 6) =>
    rowDescription({ description, status }, rules);

  for (const [description, shown] of [
    [
      'Wrong Answer. wrong answer On line 1 column 3, read -, expected 0.',
      'On line 1 column 3, read -, expected 0.',
    ],
    [
      'Wrong Answer.wrong answer On line 1 column 3, read -, expected 0.',
      'On line 1 column 3, read -, expected 0.',
    ],
    ['WRONG ANSWER: Too short on line 3.', 'Too short on line 3.'],
    ['WA -1 is not 1', '-1 is not 1'],
    ['答案错误：第 3 行', '第 3 行'],
    ['Too short on line 3.', 'Too short on line 3.'],
    ['read (ASCII 32), expected 2.', 'read (ASCII 32), expected 2.'],
    ['Wrong Answers everywhere', 'Wrong Answers everywhere'],
    ['WAY too long', 'WAY too long'],
    ['Wrong Answer', ''],
    ['答案错误第 3 行', '第 3 行'],
    ['Wrong Answer(3), then 4', '(3), then 4'],
    ['', ''],
    [null, ''],
  ] as const) {
    it(`removes only verdicts: ${JSON.stringify(description)}`, () => {
      assert.equal(row(description), shown);
    });
  }

  it('removes “ok” from an accepted case', () => {
    assert.equal(row('ok accepted', 12), '');
    assert.equal(row('ok 3 numbers', 12), '3 numbers');
    assert.equal(row('okay', 12), 'okay');
    assert.equal(row('ok accepted', 6), 'ok accepted');
  });

  it('removes the full name if the short form is its beginning', () => {
    const late = { ...rules.statuses['6']!, name: 'Time Limit Exceeded', short: 'Time' };
    const own = { ...rules, statuses: { '5': late } };
    assert.equal(rowDescription({ description: 'Time Limit Exceeded on 3', status: 5 }, own), 'on 3');
  });

  it('removes nothing if the code has no meaning', () => {
    assert.equal(row('Wrong Answer. x', 99), 'Wrong Answer. x');
    assert.equal(row('… dots', 0), '… dots');
  });

  it('returns one plain line of limited length', () => {
    assert.equal(row('a\u202eb\x1b[31mc\r\nd\te'), 'abc d e');
    assert.ok(row('x'.repeat(1e6)).length <= 300);
  });
});

describe('formatTime, formatMemory and formatScore', () => {
  const ms = rules.units;
  const seconds = { time: 's', memory: 'MiB', score: '%' };
  const odd = { time: 'ticks', memory: 'pages', score: 'stars' };

  it('format time in milliseconds, then in seconds', () => {
    for (const [value, shown] of [
      [0, '0 ms'],
      [3, '3 ms'],
      [3.456, '3.46 ms'],
      [999, '999 ms'],
      [999.994, '999.99 ms'],
      [999.995, '1.00 s'],
      [1000, '1.00 s'],
      [1200, '1.20 s'],
      [123_456, '123.46 s'],
      [-5, '-5 ms'],
      [-0.001, '0 ms'],
      [1e308, '1.00e+305 s'],
      [null, ''],
    ] as const) {
      assert.equal(formatTime(value, ms), shown);
    }
    assert.equal(formatTime(0.003, seconds), '3 ms');
    assert.equal(formatTime(1.2, seconds), '1.20 s');
  });

  it('format memory in KiB, then MiB, then GiB', () => {
    for (const [value, shown] of [
      [0, '0 KiB'],
      [0.5, '512 B'],
      [1, '1 KiB'],
      [800, '800 KiB'],
      [1023, '1023 KiB'],
      [1023.995, '1.00 MiB'],
      [1024, '1.00 MiB'],
      [1024 * 1023.995, '1.00 GiB'],
      [5980, '5.84 MiB'],
      [1024 * 1024, '1.00 GiB'],
      [-800, '-800 KiB'],
      [null, ''],
    ] as const) {
      assert.equal(formatMemory(value, ms), shown);
    }
    assert.equal(formatMemory(0.78, seconds), '798.72 KiB');
    assert.equal(formatMemory(5.84, seconds), '5.84 MiB');
    assert.equal(formatMemory(2048, { ...ms, memory: 'B' }), '2 KiB');
    assert.equal(formatMemory(0, { ...ms, memory: 'B' }), '0 B');
    assert.equal(formatMemory(1, { ...ms, memory: 'MB' }), '976.56 KiB');
    assert.ok(formatMemory(1e308, ms).length < 20);
    assert.equal(formatMemory(1e308, ms), '1.00e+308 KiB');
    assert.equal(formatTime(-1e308, { ...ms, time: 's' }), '-1.00e+308 s');
  });

  it('append an unknown unit, and omit a missing one', () => {
    assert.equal(formatTime(12, odd), '12 ticks');
    assert.equal(formatMemory(12, odd), '12 pages');
    assert.equal(formatScore(12, odd), '12 stars');
    assert.equal(formatTime(1200, bareRules.units), '1200');
    assert.equal(formatMemory(5980, bareRules.units), '5980');
    assert.equal(formatTime(1, { ...ms, time: 'constructor' }), '1 constructor');
  });

  it('format a score without the unit if the unit is points', () => {
    assert.equal(formatScore(30, ms), '30');
    assert.equal(formatScore(33.333, ms), '33.33');
    assert.equal(formatScore(-0.001, ms), '0');
    assert.equal(formatScore(1e15, ms), '1.00e+15');
    assert.equal(formatScore(30, seconds), '30 %');
    assert.equal(formatScore(null, ms), '');
  });
});

describe('signalName', () => {
  it('returns the name of a signal', () => {
    assert.deepEqual(
      [1, 6, 8, 9, 11, 13, 15, 24, 25, 31].map(signalName),
      'SIGHUP SIGABRT SIGFPE SIGKILL SIGSEGV SIGPIPE SIGTERM SIGXCPU SIGXFSZ SIGSYS'.split(' '),
    );
  });

  it('returns null for a number without a name', () => {
    for (const signal of [null, 0, -1, 32, 1.5, 1e308]) assert.equal(signalName(signal), null);
  });
});

describe('identities', () => {
  it('returns the ID, followed by the occurrence if the ID repeats', () => {
    const cases = [3, 1, 3, null, 3, null].map((id) => oneCase(id, 12));
    assert.deepEqual(identities(cases), ['3', '1', '3~2', '-', '3~3', '-~2']);
  });
});

describe('caseProgress and completionOf', () => {
  const envelope = (
    statuses: (number | null)[],
    status: number | null,
    success: boolean | null,
  ): Envelope => ({
    type: 'judge',
    requestId: null,
    trackId: null,
    data: {
      compile: success === null ? null : { success, message: null, opt2: null },
      judge:
        status === null
          ? null
          : {
              id: 1,
              status,
              score: 0,
              time: 0,
              memory: 0,
              subtasks: [{ ...oneCase(0, status), cases: statuses.map((one, id) => oneCase(id, one)) }],
            },
    },
  });

  const withoutStatus = (success: boolean): Envelope => {
    const one = envelope([], 12, success);
    return { ...one, data: { ...one.data!, judge: { ...one.data!.judge!, status: null } } };
  };

  it('count cases with a verdict, and all cases if unfinished ones are listed', () => {
    assert.deepEqual(caseProgress(envelope([12, 6, 0, 0], 0, true), rules), { done: 2, total: 4 });
    assert.deepEqual(caseProgress(envelope([12, 6], 0, true), rules), { done: 2, total: null });
    assert.deepEqual(caseProgress(envelope([12, 99, null], 0, true), rules), { done: 2, total: 3 });
    const empty = { ...envelope([], 0, true), data: { compile: null, judge: null } };
    for (const none of [null, { ...empty, data: null }, empty]) {
      assert.deepEqual(caseProgress(none, rules), { done: 0, total: null });
    }
  });

  it('return “finished” only if the judge’s verdict table implies it', () => {
    assert.equal(completionOf(envelope([], 12, true), rules), 'finished');
    assert.equal(completionOf(envelope([], 0, true), rules), 'unfinished');
    assert.equal(completionOf(envelope([], 99, true), rules), 'unknown');
    assert.equal(completionOf(null, bareRules), 'unfinished');
    assert.equal(completionOf({ ...envelope([], 12, true), data: null }, bareRules), 'unfinished');
    assert.equal(completionOf(envelope([], null, null), rules), 'unfinished');
    assert.equal(completionOf(withoutStatus(true), rules), 'unfinished');
    assert.equal(completionOf(withoutStatus(true), bareRules), 'unknown');
    assert.equal(completionOf(envelope([], 12, true), bareRules), 'unknown');
    assert.equal(completionOf(envelope([], null, true), bareRules), 'unknown');
    assert.equal(completionOf(envelope([], null, false), rules), 'finished');
  });

  it('return “unknown” after a failed compilation that the judge doesn’t mark as final', () => {
    const open = { ...rules, compileFailureIsFinal: false };
    assert.equal(completionOf(envelope([], null, false), open), 'unknown');
    assert.equal(completionOf(withoutStatus(false), open), 'unknown');
    assert.equal(completionOf(envelope([], 0, false), open), 'unfinished');
    assert.equal(completionOf(envelope([], 6, false), open), 'finished');
  });
});
