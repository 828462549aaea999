import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import {
  explainState,
  failedCount,
  failedWords,
  fileContext,
  firstFailed,
  judgementWords,
  meaningName,
  nameOf,
  overallName,
  progressWords,
  recordContext,
  recordName,
  shownScore,
  verdictName,
  verdictWithScore,
  verdictWord,
} from '../../../../src/editor/labels/recordLabels';
import { outcomeOf as countedIn } from '../../../../src/editor/labels/caseLabels';
import { meaningOf, type RecordData, type StatusMeaning } from '../../../../src/results';
import { recordKey, type KnownRecord, type RecordState, type RecordSummary } from '../../../../src/records';
import { outcomeOf } from '../../../../src/tracking/nextPollOfRequest';
import { luogu } from '../../../support/profiles';

const { rules, id: service } = luogu;

function record(
  state: RecordState['kind'],
  result:
    | (Pick<Partial<RecordSummary>, 'cause' | 'compiled' | 'completion' | 'score'> & {
        readonly status: number | null;
      })
    | null,
  own = rules,
): KnownRecord {
  const states: Record<RecordState['kind'], RecordState> = {
    waiting: { kind: 'waiting' },
    judging: { kind: 'judging' },
    finished: { kind: 'finished' },
    settled: { kind: 'settled' },
    stopped: { kind: 'stopped' },
    failed: { kind: 'failed', status: 404, reason: null },
    expired: { kind: 'expired', why: 'gaveUp' },
    inBrowser: { kind: 'inBrowser', since: 0, before: null },
    notSubmitted: { kind: 'notSubmitted' },
  };
  return {
    key: recordKey(service, 'a'),
    service,
    requestId: 'a',
    hint: null,
    limits: null,
    judgedHash: null,
    rules: own,
    state: states[state],
    summary: result && {
      completion: result.completion ?? 'finished',
      status: result.status,
      cause: result.cause ?? null,
      failed: 0,
      score: result.score ?? 0,
      time: 0,
      memory: 0,
      compiled: result.compiled ?? true,
      hasCompilation: true,
      hasCompileMessage: false,
      progress: { done: 0, total: null },
      subtasks: 0,
      cases: 0,
      trackId: null,
    },
    label: null,
    note: null,
    source: null,
    submission: null,
    folder: null,
    addedAt: 0,
    changedAt: null,
  };
}

function meaning(code: number): StatusMeaning {
  const found = meaningOf(rules.statuses, code);
  assert.ok(found);
  return found;
}

describe('A record’s score', () => {
  it('is followed by the highest possible score if the judge sends it', () => {
    const scored = record('finished', { status: 6, score: 15 });
    assert.ok(scored.summary);
    const ofTwenty = { ...scored, summary: { ...scored.summary, maximum: 20 } };
    assert.deepEqual([shownScore(scored), shownScore(ofTwenty)], ['15', '15 / 20']);
    assert.equal(verdictWithScore(ofTwenty), 'WA 15 / 20');
  });
});

describe('A record’s name', () => {
  it('is the letter and the title of the problem in its contest', () => {
    const submission = { problemId: '1', title: 'Sum', place: 'c', language: 'cpp', optimise: false };
    const named = (more: object) => {
      const one = { ...record('finished', { status: 6 }), submission: { ...submission, ...more } };
      return [recordName(one), recordContext(one, '')];
    };
    assert.deepEqual(named({}), ['1', 'Sum']);
    assert.deepEqual(named({ letter: 'A' }), ['A – Sum', '']);
    assert.deepEqual(named({ letter: 'A', title: null }), ['A', '']);
  });

  it('is followed by a word if the jury ignores the submission', () => {
    const one = record('finished', { status: 6 });
    assert.ok(one.summary);
    assert.equal(
      recordContext({ ...one, summary: { ...one.summary, isIgnored: true } }, ''),
      'ignored by the jury',
    );
  });
});

describe('A record’s verdict', () => {
  beforeEach(() => speak('en'));
  after(() => speak('en'));

  it('is the judge’s code, with or without a known meaning', () => {
    assert.equal(verdictWord(record('finished', { status: 6 })), 'WA');
    assert.equal(verdictName(record('finished', { status: 6 })), 'WA Wrong Answer');
    assert.equal(verdictWord(record('finished', { status: 99 })), 'Status 99');
    assert.equal(verdictName(record('settled', { status: 99 })), 'Status 99');
  });

  it('is the cause, followed by the judge’s verdict, if the judge reports only a failure', () => {
    const one = record('finished', { status: 14, cause: 6 });
    assert.deepEqual([verdictWord(one), verdictName(one)], ['WA', 'WA Wrong Answer']);
    assert.equal(overallName(one), 'UNAC Overall Unaccepted');
    assert.equal(overallName(record('finished', { status: 6 })), '');
    assert.equal(failedWords(2, 6), '2 of 6 failed');
    assert.equal(failedWords(0, 6), '');
  });

  it('is the plain code immediately if unknown codes leave open whether it is final', () => {
    const one = record('judging', { status: 14, completion: 'unknown' }, { ...rules, statuses: {} });
    assert.deepEqual([verdictWord(one), verdictName(one)], ['Status 14', 'Status 14']);
    const silent = record('judging', { status: null, completion: 'unknown' }, { ...rules, statuses: {} });
    assert.equal(verdictWord(silent), 'Judging');
  });

  it('is the previous verdict during a rejudging, marked as previous', () => {
    const again = record('judging', { status: 6 }, { ...rules, canRejudge: true });
    assert.deepEqual([verdictWord(again), verdictName(again)], ['Rejudging · WA', 'Rejudging · WA']);
  });

  it('is hidden until a contest ends', () => {
    const hidden = record('settled', { status: null, completion: 'hidden' });
    assert.equal(verdictWord(hidden), 'Hidden until the contest ends');
    assert.equal(explainState(hidden), 'Hidden until the contest ends');
  });

  it('needs no explanation if only the cases haven’t arrived yet', () => {
    const preliminary = (kind: RecordState['kind']): KnownRecord => {
      const judged = record(kind, { status: 12, completion: 'unfinished' });
      return { ...judged, summary: judged.summary && { ...judged.summary, isPreliminary: true } };
    };
    for (const kind of ['waiting', 'judging'] as const) assert.equal(explainState(preliminary(kind)), '');
    assert.equal(explainState(record('judging', { status: null })), 'Judging: no cases finished yet');
  });

  it('is explained by the number of passed cases if the judge lists no cases', () => {
    const accepted = record('finished', { status: 12 });
    const counted = (done: number) =>
      explainState({
        ...accepted,
        summary: accepted.summary && { ...accepted.summary, progress: { done, total: null } },
      });
    assert.deepEqual([counted(0), counted(1), counted(50)], ['', '1 case passed', '50 cases passed']);
  });

  it('is explained by the judge’s description of the judgement, in one line', () => {
    const envelope = (description: string) => ({
      type: 'judge',
      requestId: 'a',
      trackId: null,
      data: {
        compile: null,
        judge: { id: null, status: 31, score: 0, time: 0, memory: 0, subtasks: [], description },
      },
    });
    assert.equal(
      judgementWords(envelope('Testdata configuration\nincorrect.\u202e')),
      'Testdata configuration incorrect.',
    );
    assert.equal(judgementWords(null), '');
  });

  it('is explained by a list of what the judge doesn’t provide', () => {
    const nothing = { id: null, score: null, time: null, memory: null, subtasks: [] };
    const wordsOf = (data: Pick<RecordData, 'compile' | 'judge'>) =>
      judgementWords({ type: 'judge', requestId: 'a', trackId: null, data });
    const compile = { success: false, message: null, opt2: null };
    assert.equal(
      wordsOf({ compile, judge: { ...nothing, status: 'CE' } }),
      'The judge doesn’t provide the compiler output',
    );
    assert.equal(wordsOf({ compile: { ...compile, message: 'x' }, judge: null }), '');
    assert.equal(
      wordsOf({ compile: null, judge: { ...nothing, status: 'WA', hidesCases: true } }),
      'The judge doesn’t show the cases of this result',
    );
    assert.equal(wordsOf({ compile: null, judge: { ...nothing, status: 'WA' } }), '');
  });

  it('names the team’s page if that shows the compiler output', () => {
    const compile = { success: false, message: null, opt2: null, extra: { isOnPage: true } };
    const data: RecordData = { compile, judge: null };
    assert.equal(
      judgementWords({ type: 'judge', requestId: 'a', trackId: null, data }),
      'The team’s page shows the compiler output',
    );
  });

  it('isn’t explained while the rest of the result may still arrive', () => {
    const compile = { success: false, message: null, opt2: null };
    const judge = { id: null, status: 'CE', score: null, time: null, memory: null, subtasks: [] };
    const data: RecordData = { compile, judge: { ...judge, isPreliminary: true } };
    assert.equal(judgementWords({ type: 'judge', requestId: 'a', trackId: null, data }), '');
  });

  it('counts samples apart, because a program may pass them and fail', () => {
    const one = record('finished', { status: 6 });
    const counted = (failed: number): readonly string[] => {
      assert.ok(one.summary);
      const summary = { ...one.summary, failed, cases: 1, subtasks: 1, hasOnlySamples: true } as const;
      const shown = { ...one, summary: { ...summary, progress: { done: 1, total: null } } };
      return [countedIn(shown, null).counted, failedCount(shown)];
    };
    assert.deepEqual(counted(0), ['1 of 1 samples', '']);
    assert.deepEqual(counted(1), ['1 of 1 samples failed', '1/1 samples failed']);
  });

  it('includes the number of judged cases, but not that of the previous judging during a rejudging', () => {
    const at = (done: number, total: number | null, canRejudge = false) => {
      const one = record('judging', { status: canRejudge ? 6 : 1 }, { ...rules, canRejudge });
      const completion = canRejudge ? ('finished' as const) : ('unfinished' as const);
      return { ...one, summary: one.summary && { ...one.summary, completion, progress: { done, total } } };
    };
    assert.deepEqual([verdictWord(at(4, 213)), progressWords(at(4, 213))], ['Judging 4/213', '4 of 213']);
    assert.equal(progressWords(at(4, null)), '4 cases judged');
    assert.equal(progressWords(at(4, null, true)), '');
    assert.deepEqual(outcomeOf(at(4, null, true), true).progress, { done: 0, total: null });
  });

  it('includes the first failed case, unless there is only one case', () => {
    const failedAt = (first: string, cases: number, failed: number) => {
      const one = record('finished', { status: 6 });
      return firstFailed({ ...one, summary: one.summary && { ...one.summary, first, cases, failed } });
    };
    assert.equal(failedAt('2-1', 6, 2), '#2-1');
    assert.equal(failedAt('1', 1, 1), '');
    // the judge lists only the first failed case
    assert.equal(failedAt('4', 1, 0), '#4');
  });

  it('is “Judging” only while the record is tracked', () => {
    const words = (kind: RecordState['kind'], status: number | null): string[] => {
      const one = record(kind, { status });
      return [verdictWord(one), verdictName(one)];
    };
    for (const status of [0, 1, null]) {
      assert.deepEqual(words('waiting', status), ['Waiting', 'Waiting']);
      assert.deepEqual(words('judging', status), ['Judging', 'Judging']);
      assert.deepEqual(words('stopped', status), ['Stopped', 'Stopped']);
      assert.deepEqual(words('expired', status), ['Expired', 'Expired']);
      assert.deepEqual(words('failed', status), ['Not found', 'Not found']);
    }
    assert.equal(verdictWord(record('stopped', null)), 'Stopped');
    const denied: RecordState = { kind: 'failed', status: 403, reason: null };
    assert.equal(verdictWord({ ...record('failed', null), state: denied }), 'Rejected');
    // A known verdict stays, whatever ended the polling.
    assert.deepEqual(words('stopped', 12), ['AC', 'AC Accepted']);
    assert.deepEqual(words('expired', 99), ['Status 99', 'Status 99']);
  });

  it('has no score if polling ended before judging, when judges send zeros', () => {
    for (const kind of ['stopped', 'expired', 'failed', 'judging'] as const) {
      for (const status of [0, 1, null])
        assert.equal(shownScore(record(kind, { status, score: 0 })), '', `${kind} ${status}`);
    }
    assert.equal(verdictWithScore(record('stopped', { status: 1, score: 0 })), 'Stopped');
    assert.equal(verdictWithScore(record('stopped', { status: 6, score: 50 })), 'WA 50');
    assert.equal(verdictWithScore(record('finished', { status: 6, score: 0 })), 'WA 0');
  });

  it('marks a judge message in another language than a Chinese window', () => {
    const rejected = (reason: string): string => {
      const one = record('failed', null);
      return explainState({ ...one, state: { kind: 'failed', status: 404, reason } });
    };
    assert.equal(rejected('Record x not found.'), 'Request rejected (404): Record x not found.');
    const envelope = (description: string) => ({
      type: 'judge',
      requestId: 'a',
      trackId: null,
      data: {
        compile: null,
        judge: { id: null, status: 31, score: 0, time: 0, memory: 0, subtasks: [], description },
      },
    });
    speak('zh-cn');
    assert.equal(rejected('Record x not found.'), '请求被拒绝（404）：平台返回：Record x not found.');
    assert.equal(judgementWords(envelope('Too many testcases.')), '平台返回：Too many testcases.');
    assert.equal(judgementWords(envelope('测试数据不正确。')), '测试数据不正确。');
    assert.equal(judgementWords(null), '');
  });

  it('is “Compile Error” after a failed compilation without another verdict', () => {
    for (const state of ['finished', 'settled', 'stopped', 'expired'] as const) {
      for (const status of [null, 0, 1]) {
        const one = record(state, { status, compiled: false });
        assert.deepEqual(
          [verdictWord(one), verdictName(one)],
          ['CE', 'CE Compile Error'],
          `${state} ${status}`,
        );
      }
    }
    assert.equal(verdictWord(record('finished', { status: 11, compiled: false })), 'UKE');
    const pending = (status: number | null) => verdictName(record('judging', { status, compiled: false }));
    assert.equal(pending(null), 'CE Compile Error', 'at once: nothing is said of a judging');
    assert.deepEqual([pending(0), pending(1)], ['Judging', 'Judging'], 'a verdict may follow');
    const bare = record('settled', { status: null, compiled: false }, { ...rules, statuses: {} });
    assert.deepEqual([verdictWord(bare), verdictName(bare)], ['Compile error', 'Compile error']);
  });

  it('is in VS Code’s language, with the short code first', () => {
    assert.equal(meaningName(meaning(0)), 'Waiting');
    speak('zh-cn');
    assert.equal(verdictName(record('finished', { status: 6 })), 'WA 答案错误');
    assert.equal(verdictName(record('finished', { status: 0, compiled: false })), 'CE 编译失败');
    assert.equal(nameOf(meaning(5)), '时间超限');
    assert.equal(meaningName(meaning(0)), '等待评测');
  });
});

describe('The source file next to a record name', () => {
  const called = (label: string): string =>
    fileContext({
      ...record('finished', { status: 6 }),
      label,
      source: { uri: 'file:///home/javascript/sum.js' } as KnownRecord['source'],
    });

  it('is shown if the record name doesn’t contain the file name', () => {
    assert.equal(called('greedy'), 'sum.js');
    assert.equal(called('checksum.js'), 'sum.js');
  });

  it('is omitted if the record name is the file name or ends with it', () => {
    assert.equal(called('sum.js'), '');
    assert.equal(called('javascript/sum.js'), '');
  });
});
