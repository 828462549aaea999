import { quickPicks, recordQuickPicks, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ThemeIcon } from 'vscode';
import { askProblem } from '../../../../src/editor/problemPages/askProblem';
import type { ContestProblems, JudgeProblems } from '../../../../src/editor/problemPages/judgeProblems';
import type { ProblemGuess } from '../../../../src/editor/problemPages/knownProblems';
import { problemElsewhere, type UsableElsewhere } from '../../../../src/editor/problemPages/problemElsewhere';
import type { ChosenProblem } from '../../../../src/editor/problemPages/typedProblem';
import { isSameProblem, type KnownProblem } from '../../../../src/editor/shared/storage/recentSubmissions';
import {
  RequestFailed,
  type FoundProblem,
  type ListedProblems,
  type ProblemName,
} from '../../../../src/judges';
import { problemsNamed } from '../../../../src/judges/adapters/shared/problemsNamed';
import { hydroSite, leastJudge } from '../../../support/profiles';
import type { ProblemState } from '../../../../src/editor/labels/problemState';
import { envelope, finished } from '../../records/fixtures';
import { settle } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

/** The members of a judge's problems that the box reads. */
type JudgePart = Partial<Pick<JudgeProblems, keyof JudgeProblems>>;

const site = hydroSite('https://oj.example.org');
const step = { title: 'Submit p1001.cpp', step: 1, steps: 3, canGoBack: false };
const guess: ProblemGuess = { id: 'p1001', place: null, from: 'fileName' };

function found(problemId: string, title = '', place: string | null = null): FoundProblem {
  return { problemId, title, place };
}
function known(problemId: string, place: string | null = null): KnownProblem {
  return { problemId, place, title: null, contest: null };
}

/** A contest without a known title and end. */
const unknown = { title: null, endsAt: null };

describe('The problem prompt', () => {
  /** Problems of the site. The search ignores case. */
  let problems: FoundProblem[] | null;
  let searched: string[];
  let answer: ChosenProblem | null;
  /** the judge of a pasted URL that was chosen */
  let elsewhere: UsableElsewhere | null;
  let release: (() => void) | null;
  let remembered: (ProblemName & { readonly text: string })[];
  let asking: ReturnType<typeof askProblem>;

  beforeEach(() => {
    speak('en');
    recordQuickPicks();
    problems = [found('P1001', 'A+B Problem'), found('P1002', 'Minimum')];
    searched = [];
    remembered = [];
    answer = elsewhere = release = null;
  });
  afterEach(() => {
    quickPicks.at(-1)?.hide();
    mock.timers.reset();
  });

  const search = async (text: string) => {
    searched.push(text);
    if (release) await new Promise<void>((resolve) => (release = resolve));
    return problems?.filter(({ problemId }) => problemId.toLowerCase().includes(text.toLowerCase())) ?? null;
  };
  const ask = (own: ProblemGuess | null, recent: readonly KnownProblem[] = [], more: JudgePart = {}) => {
    const ofJudge: JudgePart = {
      problemIn: () => null,
      contestAt: () => null,
      elsewhere: () => null,
      canSearch: true,
      search,
      contest: null,
      isWholeId: (text) => site.problemIdIn?.(text) === text,
      idForm: site.problemIdForm ?? null,
      placeName: (place) => place,
      wasMeant: (text, problem) => remembered.some((one) => one.text === text && isSameProblem(one, problem)),
      rememberMeant: (text, problem) => void remembered.push({ ...problem, text }),
      stateOf: () => ({ solved: null, tries: 0, last: null }),
      actions: [],
      ...more,
    };
    asking = askProblem(step, own, recent, standIn<JudgeProblems>(ofJudge));
    void asking.then((chosen) => {
      if (typeof chosen !== 'object') return;
      if ('kind' in chosen) elsewhere = chosen;
      else answer = chosen;
    });
    const pick = quickPicks.at(-1);
    assert.ok(pick);
    return pick;
  };
  const rowsOf = (pick: ReturnType<typeof ask>) =>
    pick.shown.map(({ label, description = '' }) => `${label} ${description}`.trim());
  const enter = async (pick: ReturnType<typeof ask>): Promise<ChosenProblem | null> => {
    pick.accept();
    await settle();
    return answer;
  };

  /** Returns the answer. TypeScript doesn't see that it changes. */
  const chosen = (): ChosenProblem | null => answer;

  it('suggests the ID in the file name, in the site’s spelling and with its title', async () => {
    release = () => undefined;
    const pick = ask(guess);
    assert.deepEqual([rowsOf(pick), pick.busy], [['$(loading~spin) Looking up p1001…'], true]);
    await settle();
    release();
    await settle();
    assert.deepEqual(
      [rowsOf(pick), pick.busy, searched],
      [['$(file-code) P1001 A+B Problem · from the file name'], false, ['p1001']],
    );
    assert.equal((await enter(pick))?.problemId, 'P1001');
  });

  it('waits for the suggestion’s look-up if Enter is pressed first', async () => {
    release = () => undefined;
    const pick = ask(guess, [known('Q1')]);
    await settle();
    assert.equal(await enter(pick), null);
    release();
    await settle();
    assert.equal(answer?.problemId, 'P1001');
  });

  it('doesn’t suggest a problem that the site doesn’t have', async () => {
    problems = [];
    const pick = ask(guess, [known('Q1')]);
    await settle();
    assert.deepEqual(rowsOf(pick), ['$(history) Q1']);
    const alone = ask(guess);
    await settle();
    assert.deepEqual(rowsOf(alone), []);
  });

  it('asks for a title only if the judge has a list or a search', () => {
    const placeholderFor = (more: JudgePart) => ask(null, [], more).placeholder;
    const contest = standIn<ContestProblems>({
      list: { named: problemsNamed },
      path: null,
      idElsewhere: null,
      now: () => 0,
      fetchAll: () => Promise.resolve(null),
    });
    assert.deepEqual(
      [placeholderFor({}), placeholderFor({ canSearch: false }), placeholderFor({ contest })],
      ['ID or title of the problem', 'ID of the problem', 'Label, ID, or title of the problem'],
    );
  });

  it('leaves a suggestion unchanged if it can’t be looked up, is known, or was the previous answer', async () => {
    problems = null;
    for (const [own, recent, help] of [
      [guess, [], {}],
      [guess, [], { canSearch: false }],
      [guess, [known('p1001')], {}],
      [{ ...guess, from: 'lastTime' }, [], {}],
      [{ ...guess, from: 'now' }, [], {}],
    ] as const) {
      const pick = ask(own, recent, help);
      await settle();
      assert.equal((await enter(pick))?.problemId, 'p1001');
      answer = null;
    }
    assert.deepEqual(searched, ['p1001']);
  });

  it('prefers the input to a row whose ID differs in case', async () => {
    problems = [found('P1001', 'A+B Problem'), found('p1001', 'Other')];
    const pick = ask({ ...guess, from: 'lastTime' });
    pick.typeQuickly('P1001');
    assert.deepEqual((await enter(pick))?.title, 'A+B Problem');
    answer = null;
    const unsearched = ask(guess, [], { canSearch: false });
    unsearched.typeQuickly('P1001');
    assert.deepEqual(await enter(unsearched), { problemId: 'P1001', place: null });
  });

  it('uses the site’s spelling of an entered ID, or the input if the site lists no such ID', async () => {
    const pick = ask(null);
    pick.type('p1002');
    assert.equal((await enter(pick))?.problemId, 'P1002');
    answer = null;
    const hidden = ask(null);
    hidden.type('H7');
    assert.deepEqual(await enter(hidden), { problemId: 'H7', place: null });
  });

  it('prefers the site’s own problem to one with the same ID in another domain', async () => {
    problems = [found('P1001', 'Copy', 'class1'), found('P1001', 'A+B Problem')];
    const pick = ask(null);
    pick.type('P1001');
    assert.equal((await enter(pick))?.place, null);
  });

  it('keeps the found problem active if Enter was pressed before the search', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const pick = ask(null);
    pick.type('100');
    assert.equal(await enter(pick), null);
    const marked = () => pick.activeItems.map(({ label }) => label);
    assert.deepEqual(marked(), ['$(search) P1001']);
    mock.timers.tick(1_000);
    await settle();
    assert.deepEqual([marked(), searched], [['$(search) P1001'], ['100']]);
    assert.equal((await enter(pick))?.problemId, 'P1001');
  });

  it('keeps the active row when the search returns results', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const pick = ask(null, [known('P1002', 'class1'), known('X100')]);
    pick.type('100');
    pick.mark('X100');
    mock.timers.tick(1_000);
    await settle();
    assert.deepEqual(searched, ['100']);
    assert.equal((await enter(pick))?.problemId, 'X100');
  });

  it('names the problems of a pasted contest by ID, after their labels', async () => {
    const listed = [{ ...found('P1001', 'A+B Problem', '#c1'), letter: 'A' }];
    const pick = ask(null, [], {
      contestAt: (text) => (text.includes('/contest/') ? 'c1' : null),
      problemsOf: async () => ({ problems: listed }),
    });
    pick.type('https://oj.example.org/contest/c1');
    assert.equal(await enter(pick), null);
    assert.deepEqual(rowsOf(pick), [
      '$(link) Problems of the contest',
      '$(search) A · P1001 #c1 · A+B Problem',
    ]);
    pick.mark('P1001');
    assert.deepEqual(await enter(pick), {
      problemId: 'P1001',
      place: '#c1',
      title: 'A+B Problem',
      contest: null,
    });
  });

  describe('whose pasted contest can’t be listed', () => {
    let decide: (triesAgain: boolean) => void;
    let ended: unknown;

    const pasteContest = async () => {
      ended = 'open';
      const pick = ask(null, [], {
        contestAt: () => 'c1',
        problemsOf: async () => new RequestFailed({ kind: 'reset' }),
        showFailure: () => new Promise((resolve) => (decide = resolve)),
      });
      void asking.then((answered) => (ended = answered));
      pick.type('https://oj.example.org/contest/c1');
      assert.equal(await enter(pick), null);
      return pick;
    };

    it('stays open, and starts over if the user wants to try again', async () => {
      const pick = await pasteContest();
      assert.ok(pick.isOpen);
      decide(true);
      await settle();
      assert.equal(ended, 'startOver');
    });

    it('starts over if the user wants to try again after closing the box', async () => {
      for (const [triesAgain, expected] of [
        [true, 'startOver'],
        [false, undefined],
      ] as const) {
        const pick = await pasteContest();
        pick.hide();
        await settle();
        assert.equal(ended, 'open');
        decide(triesAgain);
        await settle();
        assert.equal(ended, expected);
      }
    });
  });

  it('starts the user’s own time in a contest only after Enter on the row that says so', async () => {
    const listed = [{ ...found('P1001', 'A+B Problem', '#c1'), letter: 'A' }];
    const asked: boolean[] = [];
    const url = 'https://oj.example.org/contest/c1';
    const pick = ask(null, [], {
      contestAt: (text) => (text === url ? 'c1' : null),
      problemsOf: async (_contest, mayStart) => {
        asked.push(mayStart);
        return mayStart ? { problems: listed } : { problems: [], ownTime: 3_600_000 };
      },
    });
    pick.type(url);
    assert.equal(await enter(pick), null);
    assert.deepEqual(
      pick.shown.map(({ label, detail }) => [label, detail]),
      [
        [
          '$(watch) Press Enter to start the contest.',
          'Your time of 60 min begins when its problems are listed.',
        ],
      ],
    );
    assert.deepEqual(asked, [false]);
    assert.equal(await enter(pick), null);
    assert.deepEqual(asked, [false, true]);
    assert.deepEqual(rowsOf(pick), [
      '$(link) Problems of the contest',
      '$(search) A · P1001 #c1 · A+B Problem',
    ]);
  });

  it('says when a pasted contest begins', async () => {
    const startsAt = new Date().setHours(23, 59, 0, 0);
    const pick = ask(null, [], {
      contestAt: () => 'c1',
      problemsOf: async () => ({ problems: [], contest: { ...unknown, startsAt } }),
    });
    pick.type('https://oj.example.org/contest/c1');
    for (let times = 0; times < 2; times += 1) assert.equal(await enter(pick), null);
    assert.deepEqual(rowsOf(pick), ['$(clock) The contest begins at 23:59.']);
  });

  it('preselects no recent problem, and Enter does nothing until the user types or moves', async () => {
    const pick = ask(null, [known('Q1'), known('Q2')]);
    assert.deepEqual([rowsOf(pick), pick.activeItems], [['$(history) Q1', '$(history) Q2'], []]);
    assert.equal(await enter(pick), null);
    pick.mark('Q2');
    assert.equal((await enter(pick))?.problemId, 'Q2');
  });

  it('preselects no recent problem after the input was deleted', async () => {
    const pick = ask(null, [known('Q1'), known('Q2')], { canSearch: false });
    pick.type('Q');
    pick.typeQuickly('');
    assert.equal(await enter(pick), null);
  });

  it('doesn’t find a single letter inside an ID', () => {
    const pick = ask(null, [known('regional-B'), known('B'), known('B2')], { canSearch: false });
    pick.type('B');
    assert.deepEqual(rowsOf(pick), ['$(search) B']);
    pick.type('b2');
    assert.deepEqual(rowsOf(pick), ['$(edit) b2 as entered', '$(history) B2']);
  });

  it('accepts the URL of a problem of another judge', async () => {
    const codeforces = leastJudge('codeforces');
    const ofUrl = (text: string) => problemElsewhere(site, [site, codeforces], text);
    for (const canSearch of [false, true]) {
      const pick = ask(null, [known('P1')], { elsewhere: ofUrl, canSearch });
      // without a scheme, it could be a part of a title
      pick.type('codeforces.com/contest/4/problem/A');
      assert.deepEqual(rowsOf(pick), ['$(link) 4A on test']);
      await enter(pick);
      assert.deepEqual(elsewhere, {
        kind: 'own',
        judge: codeforces,
        problem: { problemId: '4A', place: null },
      });
    }
    assert.deepEqual(searched, []);
  });

  it('offers to find out which judge a pasted URL belongs to', async () => {
    const page = 'https://unknown.example/4/A';
    const ofUrl = (text: string) => problemElsewhere(site, [site], text);
    const pick = ask(null, [], { elsewhere: ofUrl });
    pick.type(page);
    assert.deepEqual(rowsOf(pick), ['$(add) Add unknown.example']);
    await enter(pick);
    assert.deepEqual(elsewhere, { kind: 'missing', page, name: 'unknown.example', found: null });
  });

  it('says why the website of a pasted URL can’t be used', async () => {
    const ofUrl = (text: string) => problemElsewhere(site, [site], text);
    const pick = ask(null, [], { elsewhere: ofUrl });
    pick.type('https://atcoder.jp/contests/abc100/tasks/abc100_a');
    assert.deepEqual(rowsOf(pick), ['$(info) This page is on AtCoder.']);
    assert.match(pick.items[0]?.detail ?? '', /^Not supported, because AtCoder has no public API/);
    await enter(pick);
    assert.deepEqual([answer, elsewhere], [null, null]);
  });

  it('names the judge of a pasted page that has no problem', async () => {
    const pasted = ask(null, [], { canSearch: false });
    pasted.type('https://codeforces.com/blog/entry/1');
    assert.deepEqual(rowsOf(pasted), ['$(info) This page is on Codeforces.']);
    assert.equal(await enter(pasted), null);
    pasted.hide();
    const pick = ask(null, [], { canSearch: false });
    pick.type('https://unknown.example/4/A');
    assert.deepEqual(rowsOf(pick), ['$(info) Not a valid problem ID']);
  });

  it('asks once which problem is meant if the same ID exists in a contest and elsewhere', async () => {
    const recent = [{ ...known('P1001', '#c1'), contest: 'Strict contest' }];
    const pick = ask(null, recent);
    pick.type('P1001');
    assert.equal(await enter(pick), null);
    assert.deepEqual(rowsOf(pick), [
      '$(info) Several problems are named “P1001”. Select one.',
      '$(history) P1001 Strict contest',
      '$(search) P1001 A+B Problem',
    ]);
    pick.mark('$(search)');
    assert.deepEqual((await enter(pick))?.place, null);
    assert.deepEqual(
      remembered.map(({ text, place }) => [text, place]),
      [['P1001', null]],
    );
    answer = null;
    const again = ask(null, recent);
    again.typeQuickly('P1001');
    const second = await enter(again);
    assert.deepEqual([second?.problemId, second?.place], ['P1001', null]);
  });

  describe('of a contest with a finite list of problems', () => {
    const numbered = [
      ['A', '1', 'Digit Sum'],
      ['B', '2', 'Even or Odd'],
      ['C', 'regional-backwards', 'Backwards'],
    ].map(([letter = '', problemId = '', title = '']) => ({ letter, problemId, title, place: 'finals' }));
    let listed: ListedProblems | null;
    let fetches: number;
    let delay: Promise<void>;
    let now: number;

    beforeEach(() => {
      listed = { problems: numbered };
      fetches = 0;
      delay = Promise.resolve();
      now = Date.UTC(2026, 10, 28, 21, 50);
    });

    const askInContest = (
      path: string | null,
      own: ProblemGuess | null = null,
      recent: readonly KnownProblem[] = [],
      {
        hasOthers,
        idElsewhere = null,
      }: { readonly hasOthers?: true; readonly idElsewhere?: string | null } = {},
      stateOf: JudgeProblems['stateOf'] = () => ({ solved: null, tries: 0, last: null }),
    ) =>
      ask(own, recent, {
        stateOf,
        canSearch: false,
        placeName: () => '',
        contest: standIn<ContestProblems>({
          list: { named: problemsNamed, ...(hasOthers ? { hasOthers } : {}) },
          idElsewhere,
          path,
          now: () => now,
          fetchAll: async () => {
            fetches += 1;
            await delay;
            return listed;
          },
        }),
      });
    const rows = ['A – Digit Sum', 'B – Even or Odd', 'C – Backwards'];
    const labels = (pick: ReturnType<typeof ask>) =>
      pick.shown.map(({ label }) => label.replace(/^\$\([a-z~-]+\) /, ''));

    it('preselects the problem to which the file was submitted in another contest', async () => {
      const pick = askInContest('/home/me/A.cpp', null, [], { idElsewhere: 'regional-backwards' });
      await settle();
      assert.equal((await enter(pick))?.title, 'Backwards');
      answer = null;
      const other = askInContest('/home/me/A.cpp', null, [], { idElsewhere: '9' });
      await settle();
      assert.equal((await enter(other))?.title, 'Digit Sum');
    });

    it('accepts the typed problem although the label of a recent one begins with the text', async () => {
      let end = (): void => undefined;
      delay = new Promise((resolve) => (end = resolve));
      const tasks = ['grpr', 'grp'].map((problemId) => found(problemId));
      listed = { problems: tasks };
      const pick = askInContest('/home/me/main.cpp', null, [known('grpr')]);
      pick.type('grp');
      pick.sort();
      assert.equal(await enter(pick), null);
      end();
      await settle();
      assert.equal(answer?.problemId, 'grp');
    });

    it('offers all problems when it opens, and preselects none if the file names none', async () => {
      const pick = askInContest('/home/me/main.cpp', null, [known('Q1', 'upsolve')]);
      await settle();
      assert.deepEqual(labels(pick), [...rows, 'Q1']);
      assert.deepEqual([pick.activeItems, pick.busy, fetches], [[], false, 1]);
      assert.equal(await enter(pick), null);
    });

    it('preselects the problem that the file names', async () => {
      for (const path of ['/home/me/b.py', '/home/me/B/main.cpp', '/home/me/B - Even.cpp']) {
        const pick = askInContest(path);
        await settle();
        assert.deepEqual(labels(pick), ['B – Even or Odd', 'A – Digit Sum', 'C – Backwards']);
        assert.equal((await enter(pick))?.problemId, '2', path);
        answer = null;
      }
    });

    it('shows the time limit and the user’s result of each problem, solved ones last', async () => {
      listed = {
        problems: numbered.map((problem) => ({ ...problem, limits: { time: 1500, memory: null } })),
      };
      const solved = finished({ ...envelope(12, []) }, { addedAt: new Date(2020, 10, 28).getTime() });
      const states: Record<string, ProblemState> = {
        '1': { solved, tries: 3, last: solved },
        '2': { solved: null, tries: 2, last: solved },
      };
      const stateOf = ({ problemId }: ProblemName) =>
        states[problemId] ?? { solved: null, tries: 0, last: null };
      const pick = askInContest('/home/me/main.cpp', null, [], {}, stateOf);
      await settle();
      assert.deepEqual(rowsOf(pick), [
        '$(list-ordered) B – Even or Odd 1.5 s · ✗ 2 tries',
        '$(list-ordered) C – Backwards 1.5 s',
        '$(list-ordered) A – Digit Sum 1.5 s · ✓ Nov 28 · 3 tries',
      ]);
      assert.deepEqual(pick.activeItems, []);
      const ofFile = askInContest('/home/me/a.cpp', null, [], {}, stateOf);
      await settle();
      assert.equal(
        rowsOf(ofFile)[0],
        '$(file-code) A – Digit Sum 1.5 s · ✓ Nov 28 · 3 tries · from the file name',
      );
    });

    it('has the actions as buttons of each problem, and closes if it would cover what is shown', async () => {
      const pressed: string[] = [];
      const tooltip = 'Show Problem Statement';
      const button = { iconPath: new ThemeIcon('book'), tooltip };
      const samples = { iconPath: new ThemeIcon('beaker'), tooltip: 'Get Samples' };
      listed = { problems: numbered.map((one) => ({ ...one, limits: { time: 1000, memory: null } })) };
      const pick = ask(null, [], {
        canSearch: false,
        contest: standIn<ContestProblems>({
          list: { named: problemsNamed },
          path: null,
          idElsewhere: null,
          now: () => now,
          fetchAll: async () => listed,
        }),
        actions: [
          { button, closesBox: true, run: ({ problemId }) => void pressed.push(problemId) },
          { button: samples, closesBox: false, run: ({ problemId }) => void pressed.push(problemId) },
        ],
      });
      await settle();
      assert.ok(pick.shown.every(({ buttons }) => buttons?.[0] === button));
      pick.press('1 s', samples.tooltip);
      assert.deepEqual(pressed, ['1']);
      assert.ok(pick.isOpen);
      pick.press('1 s', tooltip);
      assert.deepEqual(pressed, ['1', '1']);
      assert.ok(!pick.isOpen);
    });

    it('waits for the list if Enter is pressed first', async () => {
      let respond = (): void => undefined;
      delay = new Promise((resolve) => (respond = resolve));
      const named = askInContest('/home/me/b.py');
      assert.equal(await enter(named), null);
      respond();
      await settle();
      assert.equal(chosen()?.problemId, '2');
      answer = null;
      delay = new Promise((resolve) => (respond = resolve));
      const typed = askInContest('/home/me/b.py');
      typed.type('C');
      assert.equal(await enter(typed), null);
      respond();
      await settle();
      assert.equal(chosen()?.problemId, 'regional-backwards');
    });

    it('shows label and title of the file’s last problem', async () => {
      const pick = askInContest('/home/me/b.py', { id: '1', place: 'finals', from: 'lastTime' });
      await settle();
      assert.deepEqual(rowsOf(pick)[0], '$(file-code) A – Digit Sum last used for this file');
      assert.equal((await enter(pick))?.title, 'Digit Sum');
    });

    it('filters by label, ID, and title, never by a letter inside them', async () => {
      const pick = askInContest(null);
      await settle();
      const cases: Readonly<Record<string, readonly string[]>> = {
        b: ['B – Even or Odd'],
        sum: ['A – Digit Sum'],
        regional: ['C – Backwards'],
        '2': ['B – Even or Odd'],
        d: ['No problem is named “d”.', ...rows],
        od: ['B – Even or Odd'],
        wa: ['C – Backwards'],
        di: ['A – Digit Sum'],
      };
      for (const [text, expected] of Object.entries(cases)) {
        pick.type(text);
        assert.deepEqual(labels(pick), expected, text);
      }
      pick.type('d');
      assert.equal(await enter(pick), null);
    });

    it('accepts what was typed, whatever row was active before', async () => {
      for (const [text, problemId] of [
        ['a', '1'],
        ['B', '2'],
        ['C', 'regional-backwards'],
        ['Digit Sum', '1'],
        ['b.py', '2'],
      ] as const) {
        const pick = askInContest('/home/me/c.cpp');
        await settle();
        pick.typeQuickly(text);
        assert.equal((await enter(pick))?.problemId, problemId, text);
        answer = null;
      }
    });

    it('accepts the row that the user moved to after typing', async () => {
      listed = {
        problems: [...numbered, { letter: 'A1', problemId: '9', title: 'Digits', place: 'finals' }],
      };
      const pick = askInContest(null);
      await settle();
      pick.type('digit');
      pick.mark('A1');
      assert.equal((await enter(pick))?.problemId, '9');
    });

    it('asks once if a label is also the ID of another problem', async () => {
      listed = {
        problems: [
          { letter: '1', problemId: '2', title: 'First', place: 'finals' },
          { letter: '2', problemId: '1', title: 'Second', place: 'finals' },
        ],
      };
      const pick = askInContest(null);
      await settle();
      pick.type('1');
      assert.deepEqual(labels(pick), [
        'Several problems are named “1”. Select one.',
        '1 – First',
        '2 – Second',
      ]);
      assert.equal(await enter(pick), null);
      assert.equal((await enter(pick))?.title, 'First');
      answer = null;
      const again = askInContest(null);
      await settle();
      again.typeQuickly('1');
      assert.equal((await enter(again))?.title, 'First');
    });

    it('says when the contest begins, and shows its problems then', async () => {
      mock.timers.enable({ apis: ['setTimeout'] });
      listed = { problems: [], contest: { ...unknown, startsAt: now + 600_000 } };
      const pick = askInContest('/home/me/b.py');
      await settle();
      assert.match(labels(pick)[0] ?? '', /^The contest begins at \d\d:\d\d\.$/);
      assert.equal(await enter(pick), null);
      pick.type('B');
      assert.match(labels(pick)[0] ?? '', /^The contest begins/);
      assert.equal(await enter(pick), null);
      pick.type('');
      now += 600_000;
      listed = { problems: [], contest: { ...unknown, startsAt: now - 1_000 } };
      mock.timers.tick(600_000);
      await settle();
      assert.equal(fetches, 2);
      listed = { problems: numbered };
      mock.timers.tick(2_000);
      await settle();
      assert.equal(labels(pick)[0], 'B – Even or Odd');
      assert.equal((await enter(pick))?.problemId, '2');
    });

    it('says that the contest hasn’t begun if it has no planned start, and looks again', async () => {
      mock.timers.enable({ apis: ['setTimeout'] });
      listed = { problems: [], contest: { ...unknown, hasBegun: false } };
      const pick = askInContest('/home/me/b.py');
      await settle();
      pick.type('B');
      assert.equal(labels(pick)[0], 'The contest hasn’t begun.');
      assert.equal(await enter(pick), null);
      listed = { problems: numbered };
      mock.timers.tick(30_000);
      await settle();
      assert.equal((await enter(pick))?.problemId, '2');
    });

    it('shows first that the contest is closed, and the judge’s warning', async () => {
      const contest = unknown;
      listed = {
        problems: numbered,
        contest: { ...contest, acceptsSubmissions: false, warning: 'Please wait.' },
      };
      const pick = askInContest('/home/me/b.py');
      await settle();
      assert.equal(labels(pick)[0], 'The contest accepts no submissions.');
      assert.equal(pick.shown[0]?.detail, 'Message from the judge: Please wait.');
      assert.equal(labels(pick)[1], 'B – Even or Odd');
      assert.equal((await enter(pick))?.problemId, '2');
      answer = null;
      listed = { problems: numbered, contest: { ...contest, warning: 'Please wait.' } };
      const other = askInContest(null);
      await settle();
      assert.equal(labels(other)[0], 'Message from the judge: Please wait.');
      assert.equal(await enter(other), null);
    });

    describe('at a judge with other problems', () => {
      const near = (recent: readonly KnownProblem[] = []) =>
        askInContest(null, null, recent, { hasOthers: true });

      it('asks whether an ID means the problem of the contest', async () => {
        for (const recent of [[], [known('regional-backwards')]]) {
          for (const [moves, place] of [
            [0, 'finals'],
            [1, null],
          ] as const) {
            const pick = near(recent);
            await settle();
            pick.type('regional-backwards');
            assert.equal(await enter(pick), null);
            assert.deepEqual(rowsOf(pick), [
              '$(info) Several problems are named “regional-backwards”. Select one.',
              '$(list-ordered) C – Backwards',
              '$(edit) regional-backwards outside of the contest',
            ]);
            const row = pick.shown[1 + moves];
            assert.ok(row);
            pick.activeItems = [row];
            const problem = await enter(pick);
            assert.deepEqual(
              [problem?.place, problem?.isOutside],
              [place, place === null ? true : undefined],
            );
            answer = null;
          }
        }
      });

      it('takes a label as the problem of the contest', async () => {
        const pick = near();
        await settle();
        pick.type('C');
        assert.deepEqual((await enter(pick))?.problemId, 'regional-backwards');
      });

      it('takes any other ID as it is, even if it is a part of a name in the contest', async () => {
        const pick = near();
        await settle();
        pick.type('back');
        assert.deepEqual(await enter(pick), { problemId: 'back', place: null });
      });
    });

    it('accepts any ID if the list can’t be fetched', async () => {
      listed = null;
      const pick = askInContest('/home/me/b.py');
      await settle();
      pick.type('B');
      assert.deepEqual(await enter(pick), { problemId: 'B', place: null });
    });
  });
});
