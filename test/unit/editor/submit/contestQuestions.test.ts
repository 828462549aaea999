import { answerNotices, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri, window } from 'vscode';
import type { ChosenSubmission, Prepared } from '../../../../src/editor/submit/submitSteps';
import { maySubmitAfterEnd, withMeantPlace } from '../../../../src/editor/submit/contestQuestions';
import type { Extension } from '../../../../src/editor/extension';
import type { ListedProblems } from '../../../../src/judges';
import { omegaup } from '../../../../src/judges/adapters/omegaup';
import type { Contest } from '../../../../src/results';
import { notePersonAction } from '../../../../src/editor/shared/dialogs/personActions';
import { described, hydroSite } from '../../../support/profiles';
import { FakeClock } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

const now = Date.UTC(2026, 10, 28, 22, 30);
const uri = Uri.parse('file:///folder/a.cpp');
const source = { uri, name: 'a.cpp', editorLanguage: 'cpp', code: 'x', size: 1, textHash: 'h' };

describe('A program for a contest', () => {
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

  const prepared = (): Prepared => {
    const judge = {
      ...hydroSite('https://oj.example.org'),
      contests: { only: 'finals', fetch: async () => fetched as Contest },
    };
    assert.ok(judge.submission);
    return { judge, offer: judge.submission, source };
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

  it('asks without an earlier notification if the contest arrives soon', async () => {
    fetched = contest(now);
    const { withProgress } = window;
    Object.assign(window, { withProgress: () => assert.fail('a notification was shown') });
    try {
      answerNotices(undefined);
      assert.equal(await afterEnd(contest(now)), 'no');
    } finally {
      Object.assign(window, { withProgress });
    }
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
});

describe('A program for a problem that a running contest contains, too,', () => {
  const judge = described(omegaup, 'omegaup', {});
  const prepared: Prepared = { judge, offer: judge.submission!, source };
  const listed: ListedProblems = {
    problems: [{ problemId: 'sumas', place: 'c-det', letter: 'A', title: 'Sumas', contest: 'Finals' }],
  };
  let lists: number;
  /** Called when the list is requested. */
  let onList: () => void;
  /** The list arrives when it resolves. */
  let response: Promise<unknown>;
  let clock: FakeClock;
  const extension = standIn<Extension>({
    judges: {
      ask: async () => {
        lists += 1;
        onList();
        await response;
        return listed;
      },
    },
    log: { warn: () => undefined, error: () => undefined, info: () => undefined },
  });
  const chosen = (more: Partial<ChosenSubmission> = {}): ChosenSubmission => ({
    problemId: 'sumas',
    place: null,
    language: 'py3',
    optimise: false,
    inputs: null,
    limits: null,
    title: null,
    contest: null,
    languageName: null,
    ...more,
  });

  beforeEach(() => {
    speak('en');
    lists = 0;
    onList = () => undefined;
    response = Promise.resolve();
    clock = new FakeClock();
  });

  it('is sent where the user wants', async () => {
    for (const [button, place] of [
      ['Submit to the Contest', 'c-det'],
      ['Submit Outside of It', null],
      [undefined, undefined],
    ] as const) {
      const shown = answerNotices(button);
      const placed = await withMeantPlace(extension, prepared, chosen(), clock);
      assert.deepEqual(placed?.place, place);
      assert.deepEqual(
        shown.map(({ message, modal }) => [message, modal]),
        [['sumas is also a problem of Finals, which is running. Where should a.cpp be submitted?', true]],
      );
    }
  });

  it('is asked about in a notification if the person did something else meanwhile', async () => {
    onList = notePersonAction;
    for (const [button, place] of [
      ['Submit to the Contest', 'c-det'],
      ['Submit Outside of It', null],
      [undefined, undefined],
    ] as const) {
      const shown = answerNotices(button);
      const placed = await withMeantPlace(extension, prepared, chosen(), clock);
      assert.deepEqual([placed?.place, shown.length, shown[0]?.modal], [place, 1, undefined]);
      assert.match(shown[0]?.message ?? '', /^sumas is also a problem of Finals/);
    }
  });

  it('isn’t sent if the user cancels the request', async () => {
    const { withProgress } = window;
    let respond = (): void => undefined;
    response = new Promise<void>((resolve) => (respond = resolve));
    Object.assign(window, {
      withProgress: (_where: unknown, work: (progress: unknown, token: unknown) => Promise<unknown>) => {
        const onCancellationRequested = (cancel: () => void) => {
          cancel();
          respond();
          return { dispose: () => undefined };
        };
        return work({}, { onCancellationRequested });
      },
    });
    try {
      const shown = answerNotices();
      const placed = withMeantPlace(extension, prepared, chosen(), clock);
      await clock.advance(1_000);
      assert.equal(await placed, null);
      assert.deepEqual(shown, []);
    } finally {
      Object.assign(window, { withProgress });
    }
  });

  it('is sent without a question if the user has chosen, or if no contest contains it', async () => {
    const shown = answerNotices();
    for (const choices of [
      chosen({ isOutside: true }),
      chosen({ place: 'c-det' }),
      chosen({ inputs: ['1'] }),
    ])
      assert.equal(await withMeantPlace(extension, prepared, choices, clock), choices);
    assert.equal(lists, 0);
    const other = chosen({ problemId: 'resta' });
    assert.equal(await withMeantPlace(extension, prepared, other, clock), other);
    assert.deepEqual(shown, []);
  });
});
