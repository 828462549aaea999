import { quickPicks, recordQuickPicks, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import {
  askProblem,
  type ChosenProblem,
  type ProblemGuess,
  type ProblemHelp,
} from '../../../../src/editor/submit/askProblem';
import type { KnownProblem } from '../../../../src/editor/shared/recentSubmissions';
import type { FoundProblem } from '../../../../src/service';
import { hydroSite } from '../../../support/profiles';
import { settle } from '../../support/fakeClock';

const site = hydroSite('https://oj.example.org');
const step = { title: 'Submit p1001.cpp', step: 1, steps: 3, canGoBack: false };
const guess: ProblemGuess = { id: 'p1001', place: null, from: 'fileName' };

function found(problemId: string, title = '', place: string | null = null): FoundProblem {
  return { problemId, title, place };
}
function known(problemId: string, place: string | null = null): KnownProblem {
  return { problemId, place, title: null, contest: null };
}

describe('The problem prompt', () => {
  /** Problems of the site. The search ignores case. */
  let problems: FoundProblem[] | null;
  let searched: string[];
  let answer: ChosenProblem | null;
  let release: (() => void) | null;

  beforeEach(() => {
    speak('en');
    recordQuickPicks();
    problems = [found('P1001', 'A+B Problem'), found('P1002', 'Minimum')];
    searched = [];
    answer = release = null;
  });
  afterEach(() => {
    quickPicks.at(-1)?.hide();
    mock.timers.reset();
  });

  const search: ProblemHelp['search'] = async (text) => {
    searched.push(text);
    if (release) await new Promise<void>((resolve) => (release = resolve));
    return problems?.filter(({ problemId }) => problemId.toLowerCase().includes(text.toLowerCase())) ?? null;
  };
  const ask = (
    own: ProblemGuess | null,
    recent: readonly KnownProblem[] = [],
    help: Partial<ProblemHelp> = {},
  ) => {
    const asking = askProblem(step, own, recent, {
      problemIn: () => null,
      contestAt: () => null,
      search,
      isWholeId: (text) => site.problemIdIn?.(text) === text,
      placeName: (place) => place,
      ...help,
    });
    void asking.then((chosen) => {
      if (typeof chosen === 'object') answer = chosen;
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
    assert.deepEqual(rowsOf(alone), ['Enter a problem ID']);
  });

  it('leaves a suggestion unchanged if it can’t be looked up, is known, or was the previous answer', async () => {
    problems = null;
    for (const [own, recent, help] of [
      [guess, [], {}],
      [guess, [], { search: null }],
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
    pick.type('P1001');
    pick.mark('p1001');
    assert.deepEqual((await enter(pick))?.title, 'A+B Problem');
    answer = null;
    const unsearched = ask(guess, [], { search: null });
    unsearched.type('P1001');
    unsearched.mark('p1001');
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
});
