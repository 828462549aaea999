import {
  commandArguments,
  commandsRun,
  openedPages,
  quickPicks,
  recordQuickPicks,
  speak,
} from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri, window } from 'vscode';
import type { TimedContest } from '../../../../src/editor/contests';
import { showContest } from '../../../../src/editor/problemPages/showContest';
import type { Judge, ListedProblems } from '../../../../src/judges';
import { clics } from '../../../../src/judges/adapters/clics';
import { described } from '../../../support/profiles';
import { FakeClock, settle } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

const now = Date.UTC(2026, 10, 28, 22);
const judge = described(clics, 'regional', { url: 'https://judge.example.edu/domjudge/api', contest: 'c' });

describe('“Show Contest”', () => {
  let shown: readonly TimedContest[];
  let listed: ListedProblems | null;
  /** The contests after the judge was asked again. */
  let refreshed: readonly TimedContest[] | null;
  /** the judge of the active file */
  let chosen: Judge;
  /** IDs of contests */
  let clarificationsShown: string[];
  let clock: FakeClock;
  let startedAt: number;

  beforeEach(() => {
    speak('en');
    recordQuickPicks();
    clock = new FakeClock();
    startedAt = clock.now();
    shown = [{ service: judge.id, contest: { title: 'Regional', endsAt: now + 1_500_000, id: 'c' }, now }];
    listed = null;
    refreshed = null;
    openedPages.length = 0;
    chosen = judge;
    clarificationsShown = [];
  });
  afterEach(() => Object.assign(window, { activeTextEditor: undefined }));

  /** Runs the command and returns its list when the problems have arrived. */
  async function open(of: Judge | null = judge) {
    const extension = standIn<Parameters<typeof showContest>[0]>({
      contests: {
        // the judge’s clock goes on
        shown: async () => shown.map((one) => ({ ...one, now: one.now + clock.now() - startedAt })),
        refresh: async () => {
          shown = refreshed ?? shown;
        },
      },
      clarifications: async () => ({
        countWords: () => '1 new',
        show: async (_judge: Judge, id: string) => void clarificationsShown.push(id),
      }),
      context: { workspaceState: { get: () => undefined } },
      judges: {
        all: async () => [judge],
        choice: async () => ({ kind: 'chosen' as const, judge: chosen }),
        judgeOf: async () => of,
        ask: async () => listed ?? Promise.reject(new Error('unreachable')),
      },
      store: { records: () => [] },
      log: { warn: () => undefined, error: () => undefined, info: () => undefined },
    });
    void showContest(extension, clock);
    await settle();
    return quickPicks.at(-1) ?? assert.fail();
  }

  const problem = {
    problemId: 'digits',
    place: 'c',
    letter: 'A',
    title: 'Digit Sum',
    limits: { time: 2_000, memory: null },
  };

  it('lists the problems with their limits, and opens the page of the contest', async () => {
    listed = { problems: [problem] };
    const pick = await open();
    assert.deepEqual(
      pick.items.map(({ label, description = '' }) => [label, description]),
      [
        ['Regional · regional', ''],
        ['$(list-ordered) A – Digit Sum', '2 s'],
        ['$(comment-discussion) Clarifications', '1 new'],
        ['$(question) Ask the Jury…', ''],
        ['$(link-external) Open Contest Page', ''],
        ['', ''],
        ['$(shield) Assistants During Contests…', ''],
      ],
    );
    assert.equal(pick.busy, false);
    pick.mark('Open Contest Page');
    pick.accept();
    await settle();
    assert.deepEqual(openedPages, ['judge.example.edu/domjudge/team']);
  });

  it('asks the jury of a contest', async () => {
    const pick = await open();
    pick.mark('Ask the Jury…');
    pick.accept();
    await settle();
    assert.equal(commandsRun.at(-1), 'judgeResults.askJury');
    assert.deepEqual(commandArguments.at(-1), [undefined, judge.id, 'c']);
  });

  it('shows the clarifications of a contest', async () => {
    const pick = await open();
    pick.mark('Clarifications');
    pick.accept();
    await settle();
    assert.deepEqual(clarificationsShown, ['c']);
  });

  it('gets the samples of a problem by its button, and stays open', async () => {
    listed = { problems: [problem] };
    const file = Uri.parse('file:///folder/A.cpp');
    Object.assign(window, { activeTextEditor: { document: { uri: file } } });
    const pick = await open();
    const row = pick.items[1] ?? assert.fail();
    assert.deepEqual(
      row.buttons?.map(({ tooltip }) => tooltip),
      ['Show Problem Statement', 'Get Samples'],
    );
    pick.press('2 s', 'Get Samples');
    assert.deepEqual(commandArguments.at(-1), [file, problem]);
    assert.equal(pick.isOpen, true);
  });

  it('has no button for samples if the active file belongs to another judge', async () => {
    listed = { problems: [problem] };
    Object.assign(window, { activeTextEditor: { document: { uri: Uri.parse('file:///folder/A.cpp') } } });
    chosen = described(clics, 'other', { url: 'https://other.example.edu/domjudge/api', contest: 'c' });
    const tooltips = (await open()).items[1]?.buttons?.map(({ tooltip }) => tooltip);
    assert.deepEqual(tooltips, ['Show Problem Statement']);
  });

  it('shows the current times of a contest whose end was moved', async () => {
    const [timed] = shown;
    assert.ok(timed);
    listed = { problems: [problem] };
    refreshed = [{ ...timed, contest: { ...timed.contest, endsAt: now + 3_000_000 } }];
    assert.equal((await open()).title, 'Contest · 50 min left');
  });

  it('counts down, and keeps the active row', async () => {
    listed = { problems: [problem] };
    const pick = await open();
    pick.mark('Open Contest Page');
    await clock.advance(60_001);
    assert.equal(pick.title, 'Contest · 23 min left');
    await clock.advance(1_458_000 - 60_001);
    assert.equal(pick.title, 'Contest · 42 s left');
    await clock.advance(1_001);
    assert.equal(pick.title, 'Contest · 40 s left');
    assert.match(pick.activeItems[0]?.label ?? '', /Open Contest Page/);
    pick.hide();
    await settle();
    assert.equal(clock.timerCount, 0);
  });

  it('shows the remaining time of each contest if there are several', async () => {
    const [timed] = shown;
    assert.ok(timed);
    shown = [timed, { ...timed, contest: { title: 'Other', endsAt: now + 120_000, id: 'o' } }];
    const pick = await open();
    assert.equal(pick.title, 'Contest');
    const others = () => pick.items.map(({ label }) => label).filter((label) => label.startsWith('Other'));
    assert.deepEqual(others(), ['Other · regional · 2 min left']);
    await clock.advance(60_000);
    assert.deepEqual(others(), ['Other · regional · 1 min left']);
    pick.hide();
  });

  it('says when a contest begins, and that the user hasn’t started it', async () => {
    const [timed] = shown;
    assert.ok(timed);
    listed = { problems: [] };
    const startsAt = now + 240_000;
    shown = [{ ...timed, contest: { ...timed.contest, startsAt } }];
    const pick = await open();
    const begins = pick.items.map(({ label }) => label);
    assert.equal(pick.title, 'Contest · starts in 4 min');
    assert.match(begins[1] ?? '', /^\$\(clock\) The contest begins at \d\d:\d\d\.$/);
    shown = [timed];
    listed = { problems: [], ownTime: 3_600_000 };
    assert.equal((await open()).items[1]?.label, '$(watch) You haven’t started the contest yet.');
  });

  it('lists a contest whose judge was removed without anything to open', async () => {
    const labels = (await open(null)).items.map(({ label }) => label);
    assert.deepEqual(labels, ['Regional', '', '$(shield) Assistants During Contests…']);
  });
});
