import {
  answerNotices,
  commandArguments,
  commandsRun,
  personEvents,
  quickPicks,
  recordQuickPicks,
  speak,
} from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri, window, workspace } from 'vscode';
import { showProblemSubmissions } from '../../../../src/editor/fetch/problemSubmissions';
import { problemState } from '../../../../src/editor/labels/problemState';
import type { Extension } from '../../../../src/editor/extension';
import { systemClock } from '../../../../src/base/ports';
import { recordKey, type KnownRecord, type RecordKey, type RecordStore } from '../../../../src/records';
import {
  RequestFailed,
  type Judge,
  type ListedSubmission,
  type ProblemName,
  type RequestFailure,
  type RequestName,
  type SubmissionPage,
} from '../../../../src/judges';
import { clics } from '../../../../src/judges/adapters/clics';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { cses } from '../../../../src/judges/adapters/cses';
import { dmoj } from '../../../../src/judges/adapters/dmoj';
import { judge0 } from '../../../../src/judges/adapters/judge0';
import { omegaup } from '../../../../src/judges/adapters/omegaup';
import { recentOf } from '../../../../src/judges/adapters/shared/listedSubmissions';
import { described } from '../../../support/profiles';
import { envelope, makeStore, newRecord } from '../../records/fixtures';
import { until } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

const omega = described(omegaup, 'omegaup', {});
const club = described(dmoj, 'club', {});
const cf = described(codeforces, 'cf', { handle: 'me' });
const finals = described(clics, 'finals', { url: 'https://dj.example.org/api', contest: 'finals' });
const hour = 3_600_000;

describe('“Submissions to This Problem”', () => {
  let judge: Judge;
  let store: RecordStore;
  let extension: Extension;
  let pages: ReadonlyMap<string | null, SubmissionPage>;
  let asked: { readonly problem: ProblemName; readonly page: string | null }[];
  let fetched: string[];
  let revealed: string[];
  let failure: RequestFailure | null;
  /** resolves when the judge responds */
  let arrived: Promise<void>;
  /** the code that the judge returns, by request ID */
  let codes: ReadonlyMap<string, string>;
  /** responses to other requests */
  let responses: unknown[];
  let tied: string[][];
  let opened: string[];
  /** code of submissions that aren’t in the list */
  let kept: Map<string, string>;
  const editor = window as { activeTextEditor?: unknown };
  const documentsBefore = { window: { ...window }, workspace: { ...workspace } };
  const file = Uri.parse('file:///folder/sumas.cpp');

  const listed = (requestId: string, more: Partial<ListedSubmission> = {}): ListedSubmission => ({
    ...recentOf({ requestId, status: 'WA', score: 40, at: Date.now() - 2 * hour }),
    time: 120,
    language: 'cpp17-gcc',
    ...more,
  });
  const record = async (problemId: string, more: object = {}): Promise<KnownRecord> =>
    (await store.add(
      newRecord('mine', {
        service: judge.id,
        submission: { problemId, place: null, title: null, language: null, optimise: false },
        ...more,
      }),
    )) ?? assert.fail();
  const pick = () => quickPicks.at(-1) ?? assert.fail();
  /** Resolves when the list is open, to a function that waits for the end of the command. */
  const start = async (args: readonly unknown[]): Promise<() => Promise<void>> => {
    const before = quickPicks.length;
    const running = showProblemSubmissions(extension, args);
    await until(() => quickPicks.length > before && pick().isOpen && !pick().busy);
    return () => running;
  };
  /** Rows without the IDs of icons. */
  const rows = () =>
    pick().shown.map(({ label, description }) => [label, description].filter(Boolean).join(' | '));
  const buttons = () => pick().items.map((item) => item.buttons?.map(({ tooltip }) => tooltip) ?? []);

  beforeEach(() => {
    speak('en');
    recordQuickPicks();
    quickPicks.length = 0;
    answerNotices();
    judge = omega;
    arrived = Promise.resolve();
    store = makeStore().store;
    [asked, fetched, revealed, failure, tied, opened] = [[], [], [], null, [], []];
    pages = new Map([[null, { submissions: [listed('b'.repeat(32)), listed('a'.repeat(32))], next: null }]]);
    responses = [];
    kept = new Map();
    codes = new Map([['b'.repeat(32), 'old code']]);
    Object.assign(workspace, {
      openTextDocument: async (uri: Uri) => {
        opened.push(uri.path);
        return { uri };
      },
    });
    Object.assign(window, { showTextDocument: async () => undefined });
    commandsRun.length = 0;
    commandArguments.length = 0;
    const parts = {
      store,
      judges: {
        choice: async () => ({ kind: 'chosen' as const, judge }),
        isSignedOut: async () => false,
        ask: async () => responses.shift() ?? { problems: [], startsAt: null },
        judgeOf: async () => judge,
        all: async () => [judge],
        credentials: { get: async () => null, redaction: { text: (text: string) => text } },
        result: async (_judge: Judge, { requestId }: RequestName) => {
          fetched.push(requestId);
          const code = codes.get(requestId) ?? null;
          const about = { hint: null, problem: null, code, language: null, at: null };
          return { kind: 'result' as const, envelope: envelope(0, []), about };
        },
        problemSubmissions: async (_judge: Judge, problem: ProblemName, page: string | null) => {
          asked.push({ problem, page });
          await arrived;
          if (failure) throw new RequestFailed(failure);
          return pages.get(page) ?? null;
        },
      },
      tracking: {
        fetch: async (_judge: Judge, requestId: string, _signal: unknown, details?: object) => {
          fetched.push(requestId);
          await arrived;
          const key = recordKey(judge.id, requestId);
          const add = newRecord(requestId, { service: judge.id, rules: judge.rules, ...details });
          const code = codes.get(requestId) ?? null;
          const about = { hint: null, problem: null, code, language: null, at: null };
          const result = { ...envelope(0, []), requestId };
          await store.receive(
            key,
            { envelope: result, about },
            {
              via: 'refresh',
              receivedAt: 1,
              add,
            },
          );
          return { kind: 'result' as const, record: store.get(key) ?? assert.fail() };
        },
      },
      diagnostics: async () => ({
        sources: {
          judgedText: async ({ key }: KnownRecord) => store.sourceText(key),
          keepCode: (key: RecordKey, code: string) => void kept.set(key, code),
          link: async ({ key }: KnownRecord, uri: Uri) => {
            tied.push([key.split('\n').at(-1) ?? '', uri.path]);
            await store.update(key, { source: { uri: uri.toString(), how: 'submitted', textHash: null } });
          },
        },
      }),
      context: { globalState: { get: () => undefined }, workspaceState: { get: () => undefined } },
      log: { error: () => undefined },
      selectedRows: { current: [] },
      tree: {
        recordsInGroup: () => [],
        isListed: async (key: string) => {
          revealed.push(key.split('\n').at(-1) ?? '');
          return false;
        },
      },
    };
    extension = standIn<Extension>(parts);
  });
  afterEach(() => {
    delete editor.activeTextEditor;
    Object.assign(window, documentsBefore.window);
    Object.assign(workspace, documentsBefore.workspace);
  });

  it('lists verdict, score, time, language, and age, and adds the chosen submission', async () => {
    const { key } = await record('sumas');
    const ended = await start([{ key }]);
    assert.equal(pick().title, 'Submissions to sumas on omegaup');
    assert.deepEqual(rows(), [
      `WA 40 | 120 ms · cpp17-gcc · 2 hours ago · ${'b'.repeat(32)}`,
      `WA 40 | 120 ms · cpp17-gcc · 2 hours ago · ${'a'.repeat(32)}`,
    ]);
    pick().accept();
    await ended();
    assert.deepEqual([fetched, revealed], [['b'.repeat(32)], ['b'.repeat(32)]]);
    const added = store.get(recordKey(judge.id, 'b'.repeat(32)));
    assert.equal(added?.submission?.problemId, 'sumas');
    assert.ok(added.addedAt < Date.now() - hour);
  });

  it('adds older pages to the list', async () => {
    pages = new Map<string | null, SubmissionPage>([
      [null, { submissions: [listed('1'), listed('2')], next: '2' }],
      ['2', { submissions: [listed('2'), listed('3')], next: null }],
    ]);
    const { key } = await record('sumas');
    const ended = await start([{ key }]);
    pick().mark('Show Older…');
    pick().accept();
    await until(() => rows().some((row) => row.endsWith(' · 3')));
    assert.deepEqual(
      rows().map((row) => row.split(' · ').at(-1)),
      ['1', '2', '3'],
    );
    assert.deepEqual(pick().activeItems[0]?.description?.endsWith(' 3'), true);
    assert.deepEqual(
      asked.map(({ page }) => page),
      [null, '2'],
    );
    pick().accept();
    await ended();
    assert.deepEqual(fetched, ['3']);
  });

  it('keeps the list if older submissions can’t be fetched, shows why, and tries again', async () => {
    pages = new Map<string | null, SubmissionPage>([
      [null, { submissions: [listed('1')], next: '2' }],
      ['2', { submissions: [listed('2')], next: null }],
    ]);
    const shown = answerNotices();
    const { key } = await record('sumas');
    const ended = await start([{ key }]);
    failure = { kind: 'status', status: 503, error: null, retryAfter: null };
    pick().mark('Show Older…');
    pick().accept();
    await until(() => pick().shown.some(({ label }) => label === '$(refresh) Try Again'));
    const [first, retry] = pick().items;
    assert.match(first?.description ?? '', / · 1$/);
    assert.match(retry?.detail ?? '', /503/);
    assert.equal(pick().activeItems[0], retry);
    assert.deepEqual([pick().isOpen, pick().busy, shown], [true, false, []]);

    failure = { kind: 'cancelled' };
    pick().accept();
    await until(() => pick().shown.some(({ label }) => label === '$(ellipsis) Show Older…'));

    failure = null;
    pick().mark('Show Older…');
    pick().accept();
    await until(() => rows().some((row) => row.endsWith(' · 2')));
    pick().accept();
    await ended();
    assert.deepEqual(fetched, ['2']);
  });

  it('shows “now” instead of seconds, and no score for a pending submission', async () => {
    judge = club;
    pages = new Map([
      [
        null,
        {
          submissions: [
            listed('2', { status: 'QU', score: 0, at: Date.now() - 20_000 }),
            listed('1', { score: 1.25, at: Date.now() - 61_000 }),
          ],
          next: null,
        },
      ],
    ]);
    const { key } = await record('p1001');
    const ended = await start([{ key }]);
    assert.deepEqual(rows().slice(0, 2), [
      '$(sync) judging | cpp17-gcc · now · 2',
      'WA 1.25 | 120 ms · cpp17-gcc · 1 minute ago · 1',
    ]);
    pick().hide();
    await ended();
  });

  it('shows the ID of a submission without a verdict, and makes foreign text harmless', async () => {
    const language = '[C++](command:evil) $(error)\u202e';
    pages = new Map([
      [
        null,
        {
          submissions: [listed('1', { status: null, score: null, time: null, at: null, language })],
          next: null,
        },
      ],
    ]);
    const { key } = await record('sumas');
    const ended = await start([{ key }]);
    assert.deepEqual(rows(), ['1 | [C++]\u200b(command:evil) $\u200b(error)']);
    pick().hide();
    await ended();
  });

  it('opens the judged code, compares it with the file, and stores it as a version of the file', async () => {
    editor.activeTextEditor = { document: { uri: file } };
    await record('sumas', { source: { uri: file.toString(), how: 'submitted', textHash: null } });
    const id = 'b'.repeat(32);
    let ended = await start([]);
    assert.deepEqual(buttons()[0], ['Open Code', 'Compare with File', 'Restore This Version']);
    pick().press(id, 'Open Code');
    await ended();
    assert.deepEqual([fetched, opened, tied], [[id], ['/folder/sumas.cpp'], [[id, '/folder/sumas.cpp']]]);
    ended = await start([file]);
    pick().press(id, 'Compare with File');
    await ended();
    assert.deepEqual(fetched, [id], 'the stored code isn’t requested again');
    assert.equal(commandsRun[0], 'vscode.diff');
    assert.match(String(commandArguments[0]?.[2]), /^sumas\.cpp: submitted ↔ current$/);
  });

  it('names the code document after the problem and language if there is no file', async () => {
    const { key } = await record('sumas');
    pages = new Map([
      [null, { submissions: [listed('b'.repeat(32), { language: 'Python 3' })], next: null }],
    ]);
    const ended = await start([{ key }]);
    assert.deepEqual(buttons()[0], ['Open Code']);
    pick().press('b'.repeat(32), 'Open Code');
    await ended();
    assert.deepEqual(opened, [`/sumas ${'b'.repeat(32)}.py`]);
  });

  it('shows a jury the team of each submission, and lists all submissions of a team', async () => {
    judge = finals;
    const team = { id: 't1', name: 'Team\u202e One' };
    const one = listed('7', { team, problem: 'A – Sum', problemId: 'sum' });
    const other = listed('8', { team, problem: 'B – Tree', problemId: 'tree' });
    pages = new Map([[null, { submissions: [one], next: null }]]);
    responses = [
      { submissions: 64, bytes: 38_400 },
      { submissions: 64, bytes: 38_400 },
      { submissions: [one, other], next: null },
    ];
    const { key } = await record('sum');
    const ended = await start([{ key }]);
    assert.match(rows()[0] ?? '', /^WA 40 \| Team One · 120 ms/);
    assert.deepEqual(buttons()[0], ['Open Code', 'Submissions of This Team…']);
    pick().press('7', 'Submissions of This Team…');
    await until(() => quickPicks.length === 2 && pick().isOpen && !pick().busy);
    assert.equal(pick().title, 'Submissions of Team One on finals');
    assert.match(rows()[1] ?? '', /^WA 40 \| B – Tree · 120 ms/);
    assert.deepEqual(buttons()[1], ['Open Code']);
    pick().activeItems = pick().items.slice(1, 2);
    pick().accept();
    await ended();
    assert.deepEqual(fetched, ['8']);
    assert.equal(store.get(recordKey(judge.id, '8'))?.submission?.problemId, 'tree');
  });

  it('keeps the submission of a team apart from the jury’s own file for the problem', async () => {
    judge = finals;
    editor.activeTextEditor = { document: { uri: file } };
    const submission = { problemId: 'sum', place: null, title: null, language: null, optimise: false };
    const source = { uri: file.toString(), how: 'submitted', textHash: null } as const;
    const { key } = await record('sum', { submission, source });
    const team = { id: 't1', name: 'Team One' };
    pages = new Map([
      [null, { submissions: [listed('7', { team, language: 'cpp', languageName: 'C++' })], next: null }],
    ]);
    codes = new Map([['7', 'code of the team']]);
    responses = [{ submissions: 1, bytes: 600 }];
    const ended = await start([{ key }]);
    assert.deepEqual(buttons()[0], ['Open Code', 'Compare with File', 'Submissions of This Team…']);
    pick().press('7', 'Open Code');
    await ended();
    assert.deepEqual([opened, fetched, tied], [['/sum 7.cpp'], ['7'], []]);
    assert.equal(store.get(recordKey(judge.id, '7')), null, 'opening the code adds no row');
    assert.equal(kept.get(recordKey(judge.id, '7')), 'code of the team');
    responses = [{ submissions: 1, bytes: 600 }];
    const addedLater = await start([{ key }]);
    pick().accept();
    await addedLater();
    const added = store.get(recordKey(judge.id, '7'));
    assert.deepEqual([added?.source, added?.submission?.user, tied], [null, 'Team One', []]);
    assert.equal(problemState([added ?? assert.fail()]).tries, 0);
  });

  it('tells a jury the size of a long list before it is fetched', async () => {
    judge = finals;
    const size = { submissions: 7_914, bytes: 4_748_400 };
    const shown = answerNotices(undefined, 'Fetch All');
    responses = [size, size];
    const { key } = await record('sum');
    await showProblemSubmissions(extension, [{ key }]);
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['finals has no shorter list than that of all 7,914 submissions of the contest (about 4,749 kB).'],
    );
    assert.deepEqual([asked, quickPicks.length], [[], 0]);
    const ended = await start([{ key }]);
    assert.equal(asked.length, 1);
    pick().hide();
    await ended();
  });

  it('shows a message if the judge didn’t return the code', async () => {
    const shown = answerNotices();
    const { key } = await record('sumas');
    const ended = await start([{ key }]);
    pick().press('a'.repeat(32), 'Open Code');
    await ended();
    assert.deepEqual(
      shown.map(({ message }) => message),
      [`omegaup returned no code for ${'a'.repeat(32)}.`],
    );
  });

  for (const [name, one, words] of [
    ['CSES', () => described(cses, 'set', {}), 'set doesn’t return submitted code'],
    ['Codeforces without a key', () => cf, 'cf returns submitted code only if you are signed in'],
  ] as const) {
    it(`explains why there is no code at ${name}`, async () => {
      judge = one();
      const { key } = await record('1520A');
      const ended = await start([{ key }]);
      assert.equal(rows().at(-1), `$(info) ${words}`);
      assert.deepEqual(buttons().flat(), []);
      pick().hide();
      await ended();
      assert.deepEqual(fetched, []);
    });
  }

  it('asks for a problem if the file has no submissions', async () => {
    const running = showProblemSubmissions(extension, [file]);
    await until(() => quickPicks.length === 1);
    assert.deepEqual([pick().step, pick().totalSteps], [undefined, undefined], 'no “(1/1)” in the title');
    pick().type('sumas');
    pick().accept();
    await until(() => quickPicks.length === 2);
    assert.equal(pick().title, 'Submissions to sumas on omegaup');
    pick().hide();
    await running;
  });

  it('opens the list before the judge responds, because it would take the focus later', async () => {
    let respond = (): void => undefined;
    arrived = new Promise<void>((resolve) => (respond = resolve));
    const { key } = await record('sumas');
    const running = showProblemSubmissions(extension, [{ key }]);
    await until(() => quickPicks.length === 1 && pick().isOpen);
    assert.deepEqual([pick().busy, rows()], [true, []]);
    assert.equal(pick().placeholder, 'Fetching your submissions from omegaup…');
    respond();
    await until(() => rows().length === 2);
    assert.deepEqual([pick().busy, pick().placeholder], [false, 'Select a submission to add it to the list']);
    pick().hide();
    await running;
  });

  it('opens the code without taking the focus if the response takes long', async () => {
    const { key } = await record('sumas');
    const shown = answerNotices(undefined);
    const focused: unknown[] = [];
    Object.assign(window, {
      showTextDocument: async (_: unknown, { preserveFocus }: { preserveFocus?: boolean }) =>
        void focused.push(preserveFocus),
    });
    const ended = await start([{ key }]);
    let respond = (): void => undefined;
    arrived = new Promise<void>((resolve) => (respond = resolve));
    pick().press('b'.repeat(32), 'Open Code');
    await until(() => fetched.length === 1);
    try {
      Object.assign(systemClock, { now: () => Date.now() + 60_000 });
      respond();
      await ended();
    } finally {
      Object.assign(systemClock, { now: Date.now });
    }
    assert.deepEqual([opened.length, focused, shown], [1, [true], []]);
  });

  it('offers the code instead of opening it if the person types before it arrives', async () => {
    editor.activeTextEditor = { document: { uri: file } };
    await record('sumas', { source: { uri: file.toString(), how: 'submitted', textHash: null } });
    const shown = answerNotices(undefined);
    const ended = await start([]);
    let respond = (): void => undefined;
    arrived = new Promise<void>((resolve) => (respond = resolve));
    pick().press('b'.repeat(32), 'Open Code');
    await until(() => fetched.length === 1);
    personEvents.selection.fire({ kind: 1 });
    respond();
    await ended();
    assert.deepEqual(
      [opened, shown],
      [[], [{ message: `The code of ${'b'.repeat(32)} was fetched.`, buttons: ['Open Code'] }]],
    );
  });

  it('explains an empty list', async () => {
    pages = new Map([[null, { submissions: [], next: null }]]);
    const { key } = await record('sumas');
    const ended = await start([{ key }]);
    assert.deepEqual(rows(), ['$(info) No submissions found']);
    pick().hide();
    await ended();
  });

  it('explains why the list can’t be read, and that Judge0 has none', async () => {
    const shown = answerNotices(undefined);
    failure = { kind: 'status', status: 401, error: null, retryAfter: null };
    const { key } = await record('sumas');
    await showProblemSubmissions(extension, [{ key }]);
    await until(() => shown.length === 1);
    judge = described(judge0, 'local', { url: 'https://judge0.example.org' });
    await showProblemSubmissions(extension, []);
    assert.equal(shown[1]?.message, 'local doesn’t list your submissions to a problem.');
    assert.deepEqual(
      quickPicks.map(({ isOpen }) => isOpen),
      [false],
    );
  });
});
