import { answerNotices, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri } from 'vscode';
import type { Prepared } from '../../../../src/editor/submit/submission';
import { maySubmitAfterEnd } from '../../../../src/editor/submit/contestQuestions';
import { showSourceLimit } from '../../../../src/editor/submit/checkSource';
import type { Extension } from '../../../../src/editor/extension';
import type { Contest } from '../../../../src/results';
import { notePersonAction } from '../../../../src/editor/shared/personActions';
import { hydroSite } from '../../../support/profiles';
import { FakeClock } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

const now = Date.UTC(2026, 10, 28, 22, 30);
const uri = Uri.parse('file:///folder/a.cpp');
const source = { uri, name: 'a.cpp', editorLanguage: 'cpp', code: 'x', size: 1, textHash: 'h' };

describe('Before a program is sent,', () => {
  let fetched: Contest | null;
  let fetches: number;
  /** The contest of the judge's entry, as it was last reported. */
  let reported: Contest | null;
  let clock: FakeClock;
  /** Called when the contest is requested. */
  let onFetch: () => void;

  beforeEach(() => {
    speak('en');
    fetched = null;
    fetches = 0;
    reported = null;
    clock = new FakeClock();
    onFetch = () => undefined;
  });

  const prepared = (more: Partial<typeof source> & { readonly others?: readonly [] } = {}): Prepared => {
    const judge = {
      ...hydroSite('https://oj.example.org'),
      contests: { only: 'finals', fetch: async () => fetched as Contest },
    };
    assert.ok(judge.submission);
    return { judge, offer: judge.submission, source: { ...source, ...more } };
  };
  const extension = standIn<Extension>({
    judges: {
      timeAt: () => now,
      ask: async () => {
        fetches += 1;
        onFetch();
        return fetched;
      },
    },
    contests: { known: async () => reported },
    log: { warn: () => undefined, error: () => undefined, info: () => undefined },
  });
  const contest = (endsAt: number | null): Contest => ({ title: 'Finals', endsAt, id: 'finals' });
  const afterEnd = (known: Contest | null) =>
    maySubmitAfterEnd(extension, prepared(), { contest: known }, clock);

  it('asks once if the contest has ended, by the judge’s clock', async () => {
    fetched = contest(now);
    const shown = answerNotices(undefined);
    assert.equal(await afterEnd(contest(now)), 'no');
    assert.deepEqual(
      shown.map(({ message, buttons, modal }) => [message, buttons, modal]),
      [['Finals has ended. Submit a.cpp anyway?', ['Submit Anyway'], true]],
    );
    answerNotices('Submit Anyway');
    assert.equal(await afterEnd(contest(now)), 'yes');
  });

  it('asks if the judge has ended the contest early, or no result of the problem is stored', async () => {
    const over: Contest = { ...contest(null), isOver: true };
    fetched = over;
    for (const [ofProblem, ofEntry] of [
      [over, null],
      [null, over],
    ]) {
      reported = ofEntry ?? null;
      const shown = answerNotices(undefined);
      assert.equal(await afterEnd(ofProblem ?? null), 'no');
      assert.deepEqual([shown.length, fetches], [1, 1]);
      fetches = 0;
    }
  });

  it('asks in a notification if the person did something else meanwhile', async () => {
    fetched = contest(now);
    onFetch = notePersonAction;
    const shown = answerNotices('Submit Anyway');
    const answer = await afterEnd(contest(now));
    assert.ok(typeof answer === 'object' && (await answer.later));
    assert.deepEqual(
      shown.map(({ message, modal }) => [message, modal]),
      [['Finals has ended. Submit a.cpp anyway? The judge may count it as too late.', undefined]],
    );
  });

  it('fetches the contest again, because it may have been extended', async () => {
    fetched = contest(now + 60_000);
    const shown = answerNotices();
    assert.equal(await afterEnd(contest(now - 60_000)), 'yes');
    assert.deepEqual([shown.length, fetches], [0, 1]);
  });

  it('sends no request if the contest is running, or its end is unknown', async () => {
    for (const known of [contest(now + 1), contest(null), null]) assert.equal(await afterEnd(known), 'yes');
    assert.equal(fetches, 0);
  });

  it('rejects a program that is too large, or has too many files', () => {
    const shown = answerNotices();
    const limits = { sourceLimits: { size: 262_144, files: 1 } };
    assert.equal(showSourceLimit(prepared({ size: 262_144 }), limits), false);
    assert.equal(showSourceLimit(prepared({ size: 262_145 }), limits), true);
    assert.equal(showSourceLimit(prepared({ size: 262_145 }), {}), false);
    const several = prepared();
    const others = [{ uri, name: 'b.h', text: '' }];
    assert.equal(showSourceLimit({ ...several, source: { ...source, others } }, limits), true);
    assert.deepEqual(
      shown.map(({ message }) => message),
      [
        'school accepts at most 262144 bytes. a.cpp has 262145. Nothing was submitted.',
        'school accepts at most 1 files. 2 would be sent. Nothing was submitted.',
      ],
    );
  });
});
