import { answerNotices, quickPicks, recordQuickPicks, restoreEnv, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { env, EventEmitter, Uri, window, workspace, type InputBoxOptions } from 'vscode';
import { makeTracker } from '../../../../src/editor/pending/makeTracker';
import { Tracking } from '../../../../src/editor/pending/tracking';
import { recordFacts } from '../../../../src/editor/labels/recordFacts';
import type { Extension } from '../../../../src/editor/extension';
import { ListingGuard } from '../../../../src/editor/shared/backgroundRequests/listingGuard';
import { makeBrowserSubmissions } from '../../../../src/editor/submit/inBrowser/makeBrowserSubmissions';
import type { LateVerdicts } from '../../../../src/editor/list/rowProvider';
import { submit } from '../../../../src/editor/submit/submit';
import { browserWays } from '../../../../src/editor/submit/inBrowser/browserWays';
import { submitInBrowser } from '../../../../src/editor/submit/inBrowser/submitInBrowser';
import { isInBrowser, recordKey, type KnownRecord, type RecordStore } from '../../../../src/records';
import {
  RequestFailed,
  type Judge,
  type RecentSubmission,
  type RequestFailure,
  type JudgeId,
} from '../../../../src/judges';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { dmoj } from '../../../../src/judges/adapters/dmoj';
import { described, hydroSite, specifiedJudge } from '../../../support/profiles';
import { makeStore, newRecord } from '../../records/fixtures';
import { FakeClock, until } from '../../support/fakeClock';
import { World } from '../../tracking/world';
import { standIn } from '../../support/standIn';
import type { Judges } from '../../../../src/editor/shared/judges';

const cf = described(codeforces, 'cf', { handle: 'me' });

describe('“Submit in Browser”', () => {
  let judge: Judge;
  /** the judges of the user */
  let added: readonly Judge[];
  /** data of the workspace */
  let stored: Map<string, unknown>;
  let store: RecordStore;
  let tracking: Tracking;
  let clock: FakeClock;
  let extension: Extension;
  let listed: readonly RecentSubmission[];
  let document: {
    readonly uri: Uri;
    readonly languageId: string;
    readonly isUntitled: boolean;
    isDirty: boolean;
    getText(): string;
    save(): Promise<boolean>;
  };
  let code: string;
  let copied: string[];
  let opened: string[];
  let hasBrowser: boolean;
  /** how often the judge received a request for its list */
  let requests: number;
  let failure: RequestFailure | null;
  /** delays the list */
  let wait: Promise<void>;
  let serviceChanged: EventEmitter<JudgeId | null>;
  let logged: string[];
  /** what the rows show while the judge can't be reached */
  let late: LateVerdicts;
  const editor = window as { activeTextEditor?: unknown };
  const testWorkspace: { isTrusted?: boolean; findFiles?: unknown } = workspace;
  const disposables: { dispose(): void }[] = [];

  const listing = (requestId: string, problemId: string): RecentSubmission => ({
    requestId,
    problemId,
    problemTitle: 'Sum',
    problem: `${problemId} Sum`,
    hint: '1520',
    status: null,
    score: null,
    at: null,
  });
  const only = (): KnownRecord => {
    const [record, ...others] = store.records();
    assert.ok(
      record && others.length === 0,
      store
        .records()
        .map(({ key }) => key)
        .join(),
    );
    return record;
  };
  /** Enters the problem that is asked for, or takes the offered one. */
  const answerProblem = async (text: string | null): Promise<void> => {
    await until(() => quickPicks.at(-1)?.isOpen === true);
    if (text !== null) quickPicks.at(-1)?.type(text);
    quickPicks.at(-1)?.accept();
  };
  const run = async (typed: string | null, args: readonly unknown[] = []): Promise<void> => {
    const running = submitInBrowser(extension, args);
    await answerProblem(typed);
    await running;
  };

  beforeEach(() => {
    speak('en');
    recordQuickPicks();
    quickPicks.length = 0;
    answerNotices();
    added = [cf];
    stored = new Map();
    [judge, listed, code, copied, opened, hasBrowser] = [cf, [], 'int main() {}\n', [], [], true];
    [requests, failure, logged, wait] = [0, null, [], Promise.resolve()];
    serviceChanged = new EventEmitter();
    clock = new FakeClock();
    store = makeStore().store;
    document = {
      uri: Uri.parse('file:///folder/1520A.cpp'),
      languageId: 'cpp',
      isUntitled: false,
      isDirty: true,
      getText: () => code,
      save: async () => {
        document.isDirty = false;
        return true;
      },
    };
    editor.activeTextEditor = { document };
    Object.assign(testWorkspace, {
      isTrusted: true,
      findFiles: async () => [],
      openTextDocument: async () => document,
    });
    Object.assign(env, {
      clipboard: { writeText: async (text: string) => void copied.push(text) },
      openExternal: async (uri: Uri) => {
        opened.push(uri.path);
        return hasBrowser;
      },
    });
    const judges = {
      onDidChange: serviceChanged.event,
      updateContext: async () => undefined,
      choice: async () => ({ kind: 'chosen' as const, judge: judge }),
      chosen: async () => judge,
      isSignedOut: async () => false,
      all: async () => added,
      judgeOf: async (id: string) => added.find((one) => one.id === id) ?? null,
      ask: async () => ({ languages: [], limits: null, problems: [] }),
      timeAt: () => 0,
      recentSubmissions: async () => {
        requests += 1;
        await wait;
        if (failure) throw new RequestFailed(failure);
        return listed;
      },
      credentials: { redaction: { text: (text: string) => text } },
      poll: async () => ({ kind: 'notReady' as const }),
      pollBatch: async () => null,
      notBefore: () => -Infinity,
    };
    const leases = new World().leases.of('A');
    const onError = (what: string, error: unknown) => assert.fail(`${what}: ${String(error)}`);
    tracking = new Tracking(
      store,
      standIn<Judges>(judges),
      {
        makeTracker: async (events) =>
          makeTracker({ store, judges: standIn<Judges>(judges), leases, events }, []),
        showPending: async () => undefined,
      },
      onError,
    );
    const parts = {
      store,
      tracking,
      judges,
      context: {
        globalState: { get: () => undefined },
        workspaceState: {
          get: (key: string) => stored.get(key),
          update: async (key: string, value: unknown) => void stored.set(key, value),
        },
        subscriptions: disposables,
      },
      log: { error: (text: string) => logged.push(text), info: () => undefined },
      selectedRows: { current: [] },
      tree: { recordsInGroup: () => [], explainWith: (shown: LateVerdicts) => void (late = shown) },
      browserSubmissions: async () => submissions,
    };
    extension = standIn<Extension>(parts);
    const guard = new ListingGuard(extension, clock);
    const windows = { openLeases: async () => leases };
    const submissions = makeBrowserSubmissions(extension, windows, guard, onError, clock);
    disposables.push(submissions, guard);
  });
  afterEach(async () => {
    disposables.splice(0).forEach((one) => void one.dispose());
    await tracking.close();
    assert.deepEqual(logged, []);
    delete editor.activeTextEditor;
    delete testWorkspace.isTrusted;
    restoreEnv();
  });

  it('copies the program, opens the page, and adds a waiting row for the file', async () => {
    await run(null);
    assert.deepEqual([copied, opened], [[code], ['codeforces.com/contest/1520/submit/A']]);
    assert.equal(document.isDirty, false);
    const { state, submission, source, key } = only();
    assert.equal(state.kind, 'inBrowser');
    assert.equal(submission?.problemId, '1520A');
    assert.equal(source?.uri, 'file:///folder/1520A.cpp');
    assert.equal(await store.sourceText(key), code);
    assert.equal(recordFacts(only()).id.value, '', 'the record has no ID of the judge');
  });

  it('makes the submission a tracked record with the copied text, although the file has changed', async () => {
    await run(null);
    const sent = code;
    code = 'changed';
    listed = [listing('77', '1520A')];
    await clock.advance(2000);
    await until(() => store.get(recordKey(cf.id, '77')) !== null && store.records().length === 1);
    const record = only();
    assert.equal(record.requestId, '77');
    assert.equal(record.state.kind, 'waiting');
    assert.equal(record.hint, '1520');
    assert.deepEqual([record.source?.uri, record.source?.how], ['file:///folder/1520A.cpp', 'submitted']);
    assert.deepEqual([record.submission?.problemId, record.submission?.title], ['1520A', 'Sum']);
    assert.equal(await store.sourceText(record.key), sent);
    assert.ok(store.trackedOne(record.key));
  });

  it('shows in its row that the judge can’t be reached, and when it is tried again', async () => {
    await run(null);
    const changed: string[] = [];
    late.onDidChange((keys) => void changed.push(...keys));
    assert.equal(late.troubleOf(only()), '');
    failure = { kind: 'refused', host: 'codeforces.com' };
    await clock.advance(2000);
    assert.equal(late.troubleOf(only()), 'can’t be reached · next try in 5 s');
    assert.deepEqual(changed, [only().key]);
    await clock.advance(4000);
    assert.equal(requests, 2, 'not before the time that the row shows');
    await clock.advance(1000);
    assert.equal(requests, 3);
    assert.equal(late.troubleOf(only()), 'can’t be reached · next try in 10 s');
    await clock.advance(6000);
    assert.equal(late.troubleOf(only()), 'can’t be reached · next try in 5 s');
    await clock.advance(10 * 60_000);
    assert.match(late.troubleOf(only()), /^can’t be reached/, 'not “No submission found”');
    failure = null;
    await clock.advance(60_000);
    assert.equal(late.troubleOf(only()), '');
    assert.equal(only().state.kind, 'inBrowser');
    await clock.advance(5 * 60_000);
    assert.equal(only().state.kind, 'notSubmitted');
    logged.length = 0;
  });

  it('links the file to a submission that following has already added', async () => {
    await run(null);
    await tracking.track(cf, '77');
    listed = [listing('77', '1520A')];
    await clock.advance(2000);
    await until(() => store.records().length === 1);
    assert.equal(only().source?.uri, 'file:///folder/1520A.cpp');
    assert.equal(await store.sourceText(only().key), code);
  });

  it('uses the problem in a pasted URL, including its group', async () => {
    await run('https://codeforces.com/group/aBc9/contest/326175/problem/B');
    assert.deepEqual(opened, ['codeforces.com/group/aBc9/contest/326175/submit']);
    assert.equal(only().submission?.place, 'group/aBc9');
  });

  it('doesn’t accept a label without its contest, and shows how a problem is named', async () => {
    const running = submitInBrowser(extension, []);
    await until(() => quickPicks.at(-1)?.isOpen === true);
    const box = quickPicks.at(-1);
    assert.equal(box?.placeholder, '1985A, or the URL of the problem');
    box.type('A');
    box.accept();
    await clock.advance(1000);
    assert.deepEqual(
      [box.isOpen, box.items[0]?.label, box.items[0]?.detail],
      [true, '$(info) Not a valid problem ID', '1985A, or the URL of the problem'],
    );
    box.type('4A');
    box.accept();
    await running;
    assert.equal(only().submission?.problemId, '4A');
  });

  it('uses the problem that cph has stored for the file', async () => {
    const kept = '/folder/.cph/.1520A.cpp_0123456789abcdef0123456789abcdef.prob';
    const saved = JSON.stringify({
      url: 'https://codeforces.com/problemset/problem/1985/G',
      srcPath: '/folder/1520A.cpp',
    });
    const bytes = new TextEncoder().encode(saved);
    const { fs } = workspace;
    Object.assign(testWorkspace, {
      findFiles: async (pattern: string) => (pattern.includes('.prob') ? [Uri.file(kept)] : []),
      fs: { stat: async () => ({ type: 1, size: bytes.length }), readFile: async () => bytes },
    });
    try {
      await run(null);
    } finally {
      Object.assign(testWorkspace, { fs });
    }
    assert.deepEqual(opened, ['codeforces.com/problemset/submit/1985/G']);
    assert.equal(only().submission?.place, 'problemset');
  });

  describe('for a problem of another judge than the chosen one', () => {
    beforeEach(() => {
      judge = hydroSite('https://oj.example.org');
      added = [judge, cf];
    });
    const first = () => {
      const [row] = quickPicks.at(-1)?.items ?? [];
      return row;
    };

    it('uses the judge of the pasted URL, now and for the same file later', async () => {
      for (const command of [submit, submitInBrowser]) {
        judge = command === submit ? hydroSite('https://oj.example.org') : described(dmoj, 'dmoj', {});
        added = [judge, cf];
        stored.clear();
        opened.length = 0;
        const running = command(extension, []);
        await until(() => quickPicks.at(-1)?.isOpen === true);
        quickPicks.at(-1)?.type('https://codeforces.com/contest/4/problem/A');
        assert.equal(first()?.label, '$(link) 4A on cf');
        quickPicks.at(-1)?.accept();
        await running;
        assert.deepEqual(opened, ['codeforces.com/contest/4/submit/A']);
        assert.equal(only().service, cf.id);
        await clock.advance(1000);
        const asked = quickPicks.length;
        await submit(extension, []);
        assert.deepEqual([opened.length, quickPicks.length], [2, asked]);
        await store.remove([only().key]);
      }
    });

    it('offers to add a judge that the user doesn’t have', async () => {
      added = [judge];
      const running = submit(extension, []);
      await until(() => quickPicks.at(-1)?.isOpen === true);
      quickPicks.at(-1)?.type('https://codeforces.com/contest/4/problem/A');
      assert.deepEqual(
        [first()?.label, first()?.detail],
        ['$(add) Add Codeforces', 'This page is on Codeforces.'],
      );
      const asked: (string | undefined)[] = [];
      Object.assign(window, {
        showInputBox: async ({ prompt }: InputBoxOptions) => void asked.push(prompt),
      });
      quickPicks.at(-1)?.accept();
      await running;
      assert.deepEqual([asked, opened, store.records().length], [['Codeforces handle'], [], 0]);
    });
  });

  it('repeats the last problem with a key, and replaces the row', async () => {
    await run('4A');
    const { key } = only();
    await clock.advance(1000);
    await submit(extension, []);
    assert.equal(opened.length, 2);
    assert.equal(opened[1], 'codeforces.com/contest/4/submit/A');
    assert.notEqual(only().key, key);
    assert.equal(quickPicks.length, 1);
  });

  it('opens one page if the key is pressed twice, even after the page was opened', async () => {
    await run('4A');
    await clock.advance(5000);
    await Promise.all([submit(extension, []), submit(extension, [])]);
    await submit(extension, []);
    assert.equal(opened.length, 2);
    assert.equal(only().state.kind, 'inBrowser');
  });

  it('opens one page for a third press while the earlier list is late', async () => {
    await run('4A');
    await clock.advance(5000);
    assert.equal(requests, 3);
    let respond = (): void => undefined;
    wait = new Promise((resolve) => (respond = resolve));
    const first = submit(extension, []);
    await until(() => requests === 4);
    await clock.advance(1500);
    await first;
    assert.equal(opened.length, 2);
    await clock.advance(1000);
    const respondToFirst = respond;
    wait = new Promise((resolve) => (respond = resolve));
    const second = submit(extension, []);
    await until(() => requests === 5);
    respondToFirst();
    await until(() => {
      const record = only();
      return isInBrowser(record) && record.state.before !== null;
    });
    await submit(extension, []);
    await clock.advance(1500);
    await second;
    respond();
    assert.deepEqual([opened.length, requests], [3, 5]);
  });

  it('replaces the row of the same problem in lower case', async () => {
    await run('4A');
    await clock.advance(1000);
    await run('4a');
    assert.equal(only().submission?.problemId, '4a');
  });

  it('doesn’t look for records after other records change', async () => {
    await run('4A');
    await until(() => clock.timerCount > 0);
    const readAll = mock.method(store, 'records');
    await store.add(newRecord('other'));
    await store.update(recordKey(cf.id, 'other'), { note: 'x' });
    assert.equal(readAll.mock.callCount(), 0);
  });

  it('sends no more requests after the judge rejected the key, until the key changes', async () => {
    failure = { kind: 'status', status: 401, error: null, retryAfter: null };
    const shown = answerNotices(undefined);
    await run('4A');
    await clock.advance(60_000);
    assert.deepEqual([requests, shown.length, logged.splice(0).length], [1, 1, 1]);
    failure = null;
    serviceChanged.fire(cf.id);
    await clock.advance(10_000);
    assert.equal(requests, 2);
  });

  it('waits longer after each failed request', async () => {
    failure = { kind: 'network', reason: 'refused' };
    await run('4A');
    await clock.advance(4 * 60_000);
    assert.equal(requests, logged.splice(0).length);
    assert.ok(requests >= 5 && requests <= 8, String(requests));
    failure = null;
    listed = [{ ...listing('77', '4A'), at: clock.now() }];
    await clock.advance(60_000 - 1);
    await until(() => store.get(recordKey(cf.id, '77')) !== null);
  });

  it('replaces “Submit…” at a judge that accepts submissions only in the browser', async () => {
    const running = submit(extension, []);
    await answerProblem(null);
    await running;
    assert.deepEqual(opened, ['codeforces.com/contest/1520/submit/A']);
  });

  it('starts again from a row without a submission', async () => {
    await run(null);
    const { key } = only();
    await clock.advance(5 * 60_000);
    await until(() => only().state.kind === 'notSubmitted');
    await submitInBrowser(extension, [{ key }, undefined]);
    assert.equal(opened.length, 2);
    assert.equal(only().state.kind, 'inBrowser');
  });

  it('submits the file and the problem of a row, and of the selected row by its key', async () => {
    await run('4A');
    const { key } = only();
    Object.assign(window, { activeTextEditor: undefined });
    await clock.advance(5000);
    await submit(extension, [{ key }, undefined]);
    Object.assign(extension.selectedRows, { current: [{ key: only().key }] });
    await clock.advance(5000);
    await submit(extension, ['selectedRow']);
    assert.deepEqual(opened, Array(3).fill('codeforces.com/contest/4/submit/A'));
  });

  it('submits the active file if the arguments name no row', async () => {
    await run('4A');
    Object.assign(extension.selectedRows, { current: [{ key: only().key }] });
    await submit(extension, [{ problemId: '5B' }]);
    assert.equal(opened[1], 'codeforces.com/contest/5/submit/B');
  });

  it('submits the given file, whatever row is selected', async () => {
    await run('4A');
    const { key } = only();
    Object.assign(extension.selectedRows, { current: [{ key }] });
    await run('5B', [document.uri]);
    assert.equal(opened[1], 'codeforces.com/contest/5/submit/B');
  });

  it('shows the URL if no browser was opened', async () => {
    hasBrowser = false;
    const shown = answerNotices('Copy URL');
    await run(null);
    assert.match(shown[0]?.message ?? '', /no browser was opened.*codeforces\.com\/contest\/1520\/submit\/A/);
    await until(() => copied.length === 2);
    assert.equal(copied[1], 'https://codeforces.com/contest/1520/submit/A');
    assert.equal(only().state.kind, 'inBrowser');
  });

  it('is offered if a firewall in front of the judge blocked a submission, and submits to its problem', async () => {
    const site = described(dmoj, 'club', {});
    const problem = { problemId: 'ccc17s1', place: null };
    const waysAfter = (of: Judge, more: Partial<Extract<RequestFailure, { kind: 'status' }>>) => {
      const refused = new RequestFailed({
        kind: 'status',
        status: 403,
        error: null,
        retryAfter: null,
        ...more,
      });
      return browserWays(extension, of, { uri: document.uri }, problem, refused);
    };
    const error = {
      errorCode: 403,
      errorType: null,
      errorMessage: 'You are banned.',
      errorData: null,
      form: null,
    };
    assert.deepEqual(waysAfter(site, {}), []);
    assert.deepEqual(waysAfter(site, { refusesAnybody: true, error }), []);
    assert.deepEqual(
      waysAfter(specifiedJudge({ url: 'https://judge.example.com' }), { refusesAnybody: true }),
      [],
    );
    const [way, ...others] = waysAfter(site, { refusesAnybody: true });
    assert.deepEqual([way?.title, others], ['Submit in Browser', []]);
    judge = site;
    await way?.run();
    assert.deepEqual([copied, opened], [[code], ['dmoj.ca/problem/ccc17s1/submit']]);
  });

  it('does nothing in Restricted Mode, or at a judge without a submission page', async () => {
    testWorkspace.isTrusted = false;
    const shown = answerNotices();
    await submitInBrowser(extension, []);
    testWorkspace.isTrusted = true;
    judge = specifiedJudge({ url: 'https://judge.example.com' });
    await submitInBrowser(extension, []);
    assert.deepEqual(
      shown.map(({ message, buttons }) => [message, ...buttons]),
      [
        ['Submitting requires a trusted workspace.', 'Manage Workspace Trust'],
        ['test has no page for submitting.', 'Choose Online Judge'],
      ],
    );
    assert.deepEqual([copied, opened, store.records()], [[], [], []]);
  });
});
