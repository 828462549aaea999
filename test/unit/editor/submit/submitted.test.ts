import { answerNotices, settings, speak, tellFocused } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri } from 'vscode';
import { handIn } from '../../../../src/editor/submit/submit';
import type { ExtensionServices } from '../../../../src/editor/shared/extensionServices';
import { makeTracker } from '../../../../src/editor/pending/makeTracker';
import { Tracking } from '../../../../src/editor/pending/tracking';
import type { ChosenSubmission, Prepared } from '../../../../src/editor/submit/askSubmission';
import { loadRecents, submittedFiles } from '../../../../src/editor/shared/recentSubmissions';
import { RemainingSubmissions } from '../../../../src/editor/shared/remainingSubmissions';
import { recordKey, type RecordStore } from '../../../../src/records';
import { MemoryStorage } from '../../../../src/records/storage';
import { ServiceFailed } from '../../../../src/service';
import { hydroSite } from '../../../support/profiles';
import { makeStore, newRecord } from '../../records/fixtures';
import { until } from '../../support/fakeClock';
import { World } from '../../tracking/world';
import { standIn } from '../../support/standIn';
import type { Judges } from '../../../../src/editor/shared/judges';
import type { Memento } from 'vscode';

const judge = hydroSite('https://oj.example.org');
const { submission: offer } = judge;
const code = 'int main() {}\n';

/** Rejects with an unexpected error. */
async function fail(): Promise<never> {
  throw new Error('injected');
}

describe('A submission accepted by the service', () => {
  let storage: MemoryStorage;
  let store: RecordStore;
  let tracking: Tracking;
  let parts: {
    [name: string]: unknown;
    services: { [name: string]: unknown };
    context: {
      globalState: { get(key: string): unknown; update(key: string, value: unknown): Promise<void> };
    };
  };
  let posts: number;
  /** Runs before the tracker is created. */
  let loadTracker: () => Promise<void>;
  let showPending: () => Promise<void>;
  let openStorage: () => Promise<MemoryStorage>;
  /** Errors in the log. */
  let logged: string[];
  let infos: string[];

  const key = recordKey(judge.id, 'r1');
  const prepared = (): Prepared => {
    assert.ok(offer);
    const uri = Uri.parse('file:///folder/a.cpp');
    const source = { uri, name: 'a.cpp', editorLanguage: 'cpp', code, size: code.length, textHash: 'h' };
    return { judge, offer, source };
  };
  const choices: ChosenSubmission = {
    problemId: 'P1',
    place: null,
    language: 'cc',
    optimise: false,
    inputs: null,
    limits: null,
    title: null,
    contest: null,
    languageName: null,
  };
  const submit = () => handIn(standIn<ExtensionServices>(parts), prepared(), choices);

  beforeEach(() => {
    speak('en');
    answerNotices();
    posts = 0;
    logged = [];
    infos = [];
    storage = new MemoryStorage();
    openStorage = async () => storage;
    loadTracker = async () => undefined;
    showPending = async () => undefined;
    const log = (text: string) => void logged.push(text);
    store = makeStore({
      openStorage: () => openStorage(),
      limit: 1,
      onError: (error) => log(String(error)),
    }).store;
    const services = {
      onDidChange: () => ({ dispose: () => undefined }),
      updateContext: async () => undefined,
      judgeOf: async () => judge,
      ask: async () => {
        posts += 1;
        return { kind: 'accepted', requestId: 'r1', hint: null };
      },
      poll: async () => ({ kind: 'notReady' as const }),
      pollBatch: async () => null,
      notBefore: () => -Infinity,
    };
    const leases = new World().leases.of('A');
    const onError = (what: string, error: unknown) => log(`${what}: ${String(error)}`);
    tracking = new Tracking(
      store,
      standIn<Judges>(services),
      {
        makeTracker: async (events) => {
          await loadTracker();
          return makeTracker({
            store,
            services: standIn<Judges>(services),
            leases,
            onError,
            events,
            subscriptions: [],
          });
        },
        showPending: () => showPending(),
      },
      onError,
    );
    const kept = new Map<string, unknown>();
    const globalState = {
      get: (name: string) => kept.get(name),
      update: async (name: string, value: unknown) => void kept.set(name, value),
    };
    parts = {
      store,
      tracking,
      remaining: new RemainingSubmissions(),
      services,
      context: { globalState },
      following: async () => assert.fail(),
      log: { error: log, info: (text: string) => infos.push(text), show: () => undefined },
    };
    settings['services'] = {};
  });
  afterEach(async () => {
    delete settings['services'];
    await tracking.close();
  });

  const isTracked = () => tracking.pending(true).some(({ request }) => request.key === key);

  it('gets a record with its file and text, is tracked, and its choices are remembered', async () => {
    await submit();
    const record = store.get(key);
    assert.equal(record?.source?.uri, 'file:///folder/a.cpp');
    assert.equal(record.submission?.problemId, 'P1');
    assert.equal(await store.sourceText(key), code);
    assert.ok(isTracked());
    const recents = loadRecents(standIn<Memento>(parts.context.globalState));
    assert.equal(submittedFiles(recents, judge.id).length, 2);
    assert.deepEqual(logged, []);
  });

  it('is sent once if it is submitted again meanwhile', async () => {
    const shown = answerNotices();
    await Promise.all([submit(), submit()]);
    assert.equal(posts, 1);
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['a.cpp is already being submitted.'],
    );
  });

  it('has its ID logged before anything else happens', async () => {
    tracking.add = fail;
    await assert.rejects(submit(), /injected/);
    assert.deepEqual(infos, ['https://oj.example.org: accepted the submission r1']);
  });

  it('gets its record before its choices are remembered', async () => {
    parts.context.globalState.update = async () => assert.ok(store.get(key));
    await submit();
    assert.deepEqual(logged, []);
  });

  const laterSteps: Readonly<Record<string, () => void>> = {
    'saving the choices fails': () => (parts.context.globalState.update = fail),
    'reading the choices fails': () => {
      parts.context.globalState.get = () => {
        throw new Error('injected');
      };
    },
    'updating the menus fails': () => (parts.services['updateContext'] = fail),
    'keeping the code fails': () => (storage.writeSource = fail),
    'adding the code to the record fails': () => (store.update = fail),
    'removing records over the limit fails': () => (storage.removeRest = fail),
    'the tracker’s status bar item and notices fail': () => (showPending = fail),
    'looking for more submissions fails': () => {
      settings['services'] = { [judge.name]: { type: 'hydro', follow: true } };
      parts['following'] = fail;
    },
  };
  for (const [what, inject] of Object.entries(laterSteps)) {
    it(`keeps its record and is tracked if ${what}`, async () => {
      for (const id of ['old', 'older']) await store.add(newRecord(id));
      for (const { key: one } of store.records()) await store.setState(one, { kind: 'stopped' });
      inject();
      await submit();
      assert.equal(posts, 1);
      assert.equal(store.get(key)?.submission?.problemId, 'P1');
      assert.equal((await storage.read(key))?.record.submission?.problemId, 'P1');
      assert.ok(isTracked());
      assert.match(logged.join('\n'), /injected/);
    });
  }

  it('is kept in memory and tracked if the storage fails, and saved when it works again', async () => {
    openStorage = fail;
    await submit();
    assert.equal(store.get(key)?.submission?.problemId, 'P1');
    assert.ok(isTracked());
    openStorage = async () => storage;
    await store.flush();
    assert.equal((await storage.read(key))?.record.submission?.problemId, 'P1');
  });

  it('keeps its record with an error if tracking fails, and is tracked when the window gets focus', async () => {
    loadTracker = fail;
    const shown = answerNotices();
    await submit();
    assert.equal((await storage.read(key))?.record.submission?.problemId, 'P1');
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['An unexpected error occurred. See the log for details.'],
    );
    assert.ok(!isTracked());
    loadTracker = async () => undefined;
    tellFocused(true);
    await until(isTracked);
  });

  describe('in a contest that hides its result', () => {
    let wasTracked: boolean;
    const submitHidden = async (result: () => Promise<unknown>): Promise<void> => {
      const found = {
        requestId: 'r1',
        hint: 'system#c1',
        contest: { title: 'Weekly contest', endsAt: null },
      };
      const findRecord = (): void => undefined;
      parts.services['ask'] = async (_: unknown, asked: unknown) => {
        posts += 1;
        return asked === findRecord ? found : { kind: 'hidden', findRecord };
      };
      parts.services['result'] = result;
      wasTracked = false;
      tracking.onDidChange(() => (wasTracked ||= isTracked()));
      await submit();
    };

    it('is fetched once and never tracked, so that no socket is opened for it', async () => {
      const data = { compile: null, judge: null, hidden: true };
      const envelope = { type: 'judge', data, requestId: 'r1', trackId: null };
      await submitHidden(async () => ({ kind: 'result', envelope, raw: null, notices: [] }));
      const record = store.get(key);
      assert.deepEqual([record?.state.kind, record?.summary?.completion], ['settled', 'hidden']);
      assert.equal(record?.submission?.contest?.title, 'Weekly contest');
      assert.equal(await store.sourceText(key), code);
      assert.deepEqual([wasTracked, posts, logged], [false, 2, []]);
    });

    it('is tracked if the result can’t be fetched', async () => {
      await submitHidden(async () => {
        throw new ServiceFailed({ kind: 'reset' });
      });
      assert.ok(wasTracked && isTracked());
      assert.equal(store.get(key)?.submission?.problemId, 'P1');
    });
  });
});
