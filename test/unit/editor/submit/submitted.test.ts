import {
  answerNotices,
  quickPicks,
  recordQuickPicks,
  settings,
  speak,
  tellFocused,
} from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri, window, workspace } from 'vscode';
import { submitChosen } from '../../../../src/editor/submit/submit';
import type { Extension } from '../../../../src/editor/extension';
import { notePersonAction } from '../../../../src/editor/shared/dialogs/personActions';
import { recordName } from '../../../../src/editor/labels/recordLabels';
import { makeTracker } from '../../../../src/editor/pending/makeTracker';
import { Tracking } from '../../../../src/editor/pending/tracking';
import type { ChosenSubmission, Prepared } from '../../../../src/editor/submit/submitSteps';
import { loadRecents, submittedFiles } from '../../../../src/editor/shared/storage/recentSubmissions';
import { RemainingSubmissions } from '../../../../src/editor/shared/remainingSubmissions';
import { recordKey, type RecordStore } from '../../../../src/records';
import { MemoryStorage } from '../../../../src/records/storage';
import { systemClock } from '../../../../src/base/ports';
import { RequestFailed } from '../../../../src/judges';
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

describe('A submission accepted by the judge', () => {
  let storage: MemoryStorage;
  let store: RecordStore;
  let tracking: Tracking;
  let parts: {
    [name: string]: unknown;
    judges: { [name: string]: unknown };
    context: {
      globalState: { get(key: string): unknown; update(key: string, value: unknown): Promise<void> };
      workspaceState: { update(key: string, value: unknown): Promise<void> };
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
  /** What is remembered for the workspace. */
  let ofWorkspace: Map<string, unknown>;

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
  const submit = () => submitChosen(standIn<Extension>(parts), prepared(), choices);
  /** The file has this text when it is read again. */
  const editTo = (text: string): void => {
    const { uri } = prepared().source;
    const document = { uri, languageId: 'cpp', isDirty: false, isUntitled: false, getText: () => text };
    Object.assign(workspace, { openTextDocument: async () => document });
  };
  /** The judge refuses the program once, and then accepts it. */
  const refuseOnce = (failure: RequestFailed): void => {
    parts.judges['credentials'] = { redaction: { text: (text: string) => text } };
    parts.judges['ask'] = async () => {
      posts += 1;
      if (posts === 1) throw failure;
      return { kind: 'accepted', requestId: 'r1', hint: null };
    };
  };

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
    const judges = {
      onDidChange: () => ({ dispose: () => undefined }),
      updateContext: async () => undefined,
      judgeOf: async () => judge,
      timeAt: () => Date.now(),
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
      standIn<Judges>(judges),
      {
        makeTracker: async (events) => {
          await loadTracker();
          return makeTracker({ store, judges: standIn<Judges>(judges), leases, events }, []);
        },
        showPending: () => showPending(),
      },
      onError,
    );
    const kept = new Map<string, unknown>();
    ofWorkspace = new Map();
    const globalState = {
      get: (name: string) => kept.get(name),
      update: async (name: string, value: unknown) => void kept.set(name, value),
    };
    parts = {
      store,
      tracking,
      remaining: new RemainingSubmissions(),
      judges,
      context: {
        globalState,
        workspaceState: { update: async (key, value) => void ofWorkspace.set(key, value) },
      },
      following: async () => assert.fail(),
      realPath: async (file: string) => file,
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
    assert.deepEqual([...ofWorkspace.values()], [judge.id]);
    assert.deepEqual(logged, []);
  });

  it('is named by label and title in its contest', async () => {
    const inContest = { ...choices, problemId: '2', letter: 'A', title: 'Sum' };
    await submitChosen(standIn<Extension>(parts), prepared(), inContest);
    const record = store.get(key);
    assert.ok(record);
    assert.equal(recordName(record), 'A – Sum');
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
    'updating the menus fails': () => (parts.judges['updateContext'] = fail),
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
      parts.judges['ask'] = async (_: unknown, asked: unknown) => {
        posts += 1;
        return asked === findRecord ? found : { kind: 'hidden', findRecord };
      };
      parts.judges['result'] = result;
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
        throw new RequestFailed({ kind: 'reset' });
      });
      assert.ok(wasTracked && isTracked());
      assert.equal(store.get(key)?.submission?.problemId, 'P1');
    });
  });

  describe('by the button of a notification', () => {
    const edited = 'int main() { return 0; }\n';
    const ended = { title: 'Finals', endsAt: 1, id: 'finals' };
    const contests = { fetch: async () => ended };
    const submitAfterEnd = () =>
      submitChosen(
        standIn<Extension>(parts),
        { ...prepared(), judge: { ...judge, contests } },
        { ...choices, contest: ended },
      );

    it('is sent as it is then, after the judge accepts the next submission', async () => {
      const cause = { kind: 'tooSoon' } as const;
      refuseOnce(
        new RequestFailed({ kind: 'status', status: 429, error: null, retryAfter: 0, cause }, { sent: 'no' }),
      );
      editTo(edited);
      answerNotices('Submit');
      await submit();
      assert.equal(posts, 2);
      assert.equal(await store.sourceText(key), edited);
    });

    it('is sent as it is then, after the end of the contest', async () => {
      parts.judges['ask'] = async (_: unknown, asked: unknown) => {
        if (String(asked).includes('fetchContest')) {
          notePersonAction();
          return ended;
        }
        return { kind: 'accepted', requestId: 'r1', hint: null };
      };
      editTo(edited);
      answerNotices('Submit Anyway');
      await submitAfterEnd();
      // the choices are remembered last
      await until(() => ofWorkspace.size > 0);
      assert.equal(await store.sourceText(key), edited);
    });

    it('can be submitted again while the notification is open', async () => {
      parts.judges['ask'] = async () => {
        notePersonAction();
        return ended;
      };
      const { showWarningMessage } = window;
      const questions: string[] = [];
      Object.assign(window, {
        showWarningMessage: (message: string) => new Promise(() => questions.push(message)),
      });
      try {
        for (let times = 1; times <= 2; times += 1) {
          void submitAfterEnd();
          await until(() => questions.length === times);
        }
      } finally {
        Object.assign(window, { showWarningMessage });
      }
    });

    const unreachable = new RequestFailed({ kind: 'refused', host: 'oj.example.org:443' }, { sent: 'no' });

    it('is sent as it is then by Try Again, without a box, if the judge was unreachable', async () => {
      refuseOnce(unreachable);
      editTo(edited);
      recordQuickPicks();
      const boxes = quickPicks.length;
      answerNotices('Try Again');
      await submit();
      assert.equal(quickPicks.length, boxes);
      assert.equal(posts, 2);
      assert.equal(await store.sourceText(key), edited);
    });

    it('isn’t sent by Try Again without a question if the contest has ended meanwhile', async () => {
      const contest = { ...ended, endsAt: Date.now() + 60_000 };
      refuseOnce(unreachable);
      const { ask } = parts.judges as { ask: () => Promise<unknown> };
      parts.judges['ask'] = async (_: unknown, asked: unknown) => {
        if (String(asked).includes('fetchContest')) return ended;
        // the outage lasts until after the end
        parts.judges['timeAt'] = () => contest.endsAt + 1;
        return ask();
      };
      editTo(code);
      const shown = answerNotices('Try Again', 'Submit Anyway');
      await submitChosen(
        standIn<Extension>(parts),
        { ...prepared(), judge: { ...judge, contests } },
        { ...choices, contest },
      );
      assert.deepEqual([posts, shown.length], [2, 2]);
    });

    it('isn’t checked again if the same text is sent again', async () => {
      refuseOnce(new RequestFailed({ kind: 'reset' }, { sent: 'maybe' }));
      const { ask } = parts.judges as { ask: () => Promise<unknown> };
      parts.judges['ask'] = async (_: unknown, asked: unknown) =>
        String(asked).includes('fetchContest') ? ended : ask();
      parts.judges['accountOf'] = async () => null;
      const shown = answerNotices('Submit Anyway', 'Send Again');
      await submitAfterEnd();
      assert.deepEqual([posts, shown.length], [2, 2]);
    });
  });

  describe('in a language that the contest refuses', () => {
    const edited = 'int main() { return 1; }\n';
    let forms: number;
    /** Number of the request for the form that fails; null: none. */
    let failingForm: number | null;

    beforeEach(() => {
      recordQuickPicks();
      forms = 0;
      failingForm = null;
      const languages = ['cc', 'py3'].map((id) => ({ id, name: id, editorLanguages: [], extensions: [] }));
      const error = {
        errorCode: 400,
        errorType: null,
        errorMessage: 'Language not allowed.',
        errorData: null,
        form: null,
      };
      const refused = new RequestFailed(
        { kind: 'status', status: 400, error, retryAfter: null, cause: { kind: 'language' } },
        { sent: 'no' },
      );
      parts.judges['credentials'] = { redaction: { text: (text: string) => text } };
      parts.judges['ask'] = async (_: unknown, asked: unknown) => {
        if (String(asked).includes('fetchForm')) {
          forms += 1;
          if (forms === failingForm) throw new RequestFailed({ kind: 'reset' });
          return { languages, limits: null };
        }
        posts += 1;
        if (posts === 1) throw refused;
        return { kind: 'accepted', requestId: 'r1', hint: null };
      };
      editTo(edited);
    });

    const chooseOther = async (): Promise<void> => {
      const submitting = submit();
      await until(() => quickPicks.at(-1)?.isOpen === true);
      const pick = quickPicks.at(-1);
      assert.deepEqual(
        pick?.shown.map(({ label }) => label),
        ['py3'],
      );
      pick?.accept();
      await submitting;
      assert.equal(store.get(key)?.submission?.language, 'py3');
      assert.equal(await store.sourceText(key), edited);
    };

    it('is sent in another language, which is the only question', async () => {
      const shown = answerNotices('Choose Another Language…');
      await chooseOther();
      assert.deepEqual([forms, posts], [2, 2]);
      // the list contains the refused language, so it isn't that of the allowed ones
      assert.doesNotMatch(shown[0]?.message ?? '', /Allowed/);
    });

    it('is sent in another language after the languages could be fetched again', async () => {
      failingForm = 2;
      answerNotices('Choose Another Language…', 'Try Again');
      await chooseOther();
      assert.deepEqual([forms, posts], [3, 2]);
    });
  });

  describe('whose response was lost', () => {
    const sentNow = (requestId: string, after = 0) => ({
      requestId,
      hint: null,
      problem: 'P1',
      problemId: 'P1',
      problemTitle: null,
      status: null,
      score: null,
      at: Date.now() + after,
      time: null,
      language: 'cc',
    });
    type Listed = ReturnType<typeof sentNow>;
    let failure: RequestFailed;
    /** Requests for the list. */
    let searches: number;
    let list: () => readonly Listed[];

    beforeEach(() => {
      failure = new RequestFailed({ kind: 'reset' }, { sent: 'maybe' });
      searches = 0;
      list = () => [];
      parts.judges['accountOf'] = async () => 'alice';
      parts.judges['credentials'] = { redaction: { text: (text: string) => text } };
      parts.judges['ask'] = async () => {
        if (posts === 0) {
          posts += 1;
          throw failure;
        }
        searches += 1;
        return list();
      };
    });

    /** The judge doesn't answer, and the person does something else meanwhile. */
    const failDuringAction = () => {
      parts.judges['ask'] = async () => {
        posts += 1;
        notePersonAction();
        throw failure;
      };
    };
    const messages = (shown: ReturnType<typeof answerNotices>) => shown.map(({ message }) => message);

    it('is taken over from the judge’s list, with its ID', async () => {
      await store.add(newRecord('old', { service: judge.id }));
      list = () => [sentNow('old'), sentNow('r1')];
      const shown = answerNotices();
      await submit();
      assert.deepEqual([posts, searches], [1, 1]);
      assert.equal(store.get(key)?.submission?.problemId, 'P1');
      assert.ok(isTracked());
      assert.equal(shown.length, 1);
      assert.match(
        shown[0]?.message ?? '',
        /^a\.cpp was submitted \(\d\d:\d\d, r1\)\. Only the response was lost\.$/,
      );
    });

    it('is only offered after the user canceled', async () => {
      failure = new RequestFailed({ kind: 'cancelled' }, { sent: 'maybe' });
      list = () => [sentNow('r1')];
      const shown = answerNotices(undefined);
      await submit();
      assert.equal(store.get(key), null);
      assert.deepEqual(
        shown.map(({ buttons, modal }) => [buttons, modal]),
        [[['r1'], undefined]],
      );
      answerNotices('r1');
      posts = 0;
      await submit();
      assert.equal(store.get(key)?.submission?.problemId, 'P1');
    });

    it('is asked about if the list contains several new submissions', async () => {
      list = () => [sentNow('r1'), sentNow('r2')];
      const shown = answerNotices('r2');
      await submit();
      assert.match(messages(shown)[0] ?? '', /^a\.cpp may be one of these submissions to school: /);
      assert.deepEqual(shown[0]?.buttons, ['r1', 'r2']);
      assert.equal(store.get(key), null);
      assert.equal(store.get(recordKey(judge.id, 'r2'))?.submission?.problemId, 'P1');
    });

    describe('and whose search the user cancels', () => {
      const { withProgress } = window;
      /** Number of the canceled searches. */
      let canceled: number;

      beforeEach(() => {
        let begun = 0;
        canceled = 1;
        list = () => {
          if (begun === 1) throw new RequestFailed({ kind: 'reset' });
          return [sentNow('r1')];
        };
        Object.assign(window, {
          withProgress: async (
            { title }: { readonly title: string },
            work: (progress: unknown, token: unknown) => Promise<unknown>,
          ) => {
            const isCanceled = title.startsWith('No response') && (begun += 1) <= canceled;
            const onCancellationRequested = (cancel: () => void) => {
              if (isCanceled) cancel();
              return { dispose: () => undefined };
            };
            return work({}, { onCancellationRequested });
          },
        });
      });
      afterEach(() => void Object.assign(window, { withProgress }));

      it('is searched again if the user wants that', async () => {
        const shown = answerNotices('Search Again');
        await submit();
        assert.equal(posts, 1);
        assert.equal(store.get(key)?.submission?.problemId, 'P1');
        assert.deepEqual(shown[0]?.buttons, ['Search Again', 'Send Anyway']);
        assert.match(messages(shown).at(-1) ?? '', /^a\.cpp was submitted/);
      });

      it('isn’t sent again without another question if the list still can’t be searched', async () => {
        // the list is searched for a minute after the loss
        const clock = { now: Date.now };
        Object.assign(systemClock, { now: () => clock.now() + (posts === 0 ? 0 : 100_000) });
        try {
          list = () => {
            throw new RequestFailed({ kind: 'reset' });
          };
          const shown = answerNotices('Search Again', undefined);
          await submit();
          assert.deepEqual([posts, shown.length], [1, 2]);
        } finally {
          Object.assign(systemClock, clock);
        }
      });

      it('is sent if the user wants that nevertheless', async () => {
        answerNotices('Send Anyway');
        // the canceled search sends no request
        parts.judges['ask'] = async () => {
          posts += 1;
          if (posts === 1) throw failure;
          return { kind: 'accepted', requestId: 'r1', hint: null };
        };
        await submit();
        assert.equal(posts, 2);
      });

      it('isn’t sent again if the user also cancels the second search', async () => {
        canceled = 2;
        list = () => [];
        answerNotices('Search Again');
        await submit();
        assert.deepEqual([posts, store.get(key)], [1, null]);
      });
    });

    it('isn’t sent again by default if the judge has no list', async () => {
      parts.judges['accountOf'] = async () => null;
      const shown = answerNotices(undefined);
      await submit();
      assert.deepEqual(
        [shown.length, shown[0]?.buttons, shown[0]?.modal],
        [1, ['Don’t Send', 'Send Again'], true],
      );
      assert.equal(posts, 1);
    });

    it('isn’t asked about in a dialog if the person did something else meanwhile', async () => {
      parts.judges['accountOf'] = async () => null;
      failDuringAction();
      const shown = answerNotices(undefined);
      await submit();
      assert.deepEqual(
        shown.map(({ buttons, modal }) => [buttons, modal]),
        [[['Send Again'], undefined]],
      );
      assert.match(messages(shown)[0] ?? '', /Sending it again may create a duplicate\.$/);
      assert.equal(posts, 1);
    });

    it('opens no box for a sign-in if the person did something else meanwhile', async () => {
      failure = new RequestFailed(
        { kind: 'status', status: 401, error: null, retryAfter: null },
        { sent: 'no' },
      );
      failDuringAction();
      const shown = answerNotices(undefined);
      await submit();
      assert.deepEqual(
        shown.map(({ buttons }) => buttons),
        [['Sign In']],
      );
      assert.equal(posts, 1);
    });

    it('wasn’t sent if the judge refused the connection, and the message says so', async () => {
      failure = new RequestFailed({ kind: 'refused', host: 'oj.example.org:443' }, { sent: 'no' });
      const shown = answerNotices(undefined);
      await submit();
      assert.deepEqual(messages(shown), ['a.cpp wasn’t submitted: school refused the connection.']);
      assert.equal(searches, 0);
    });
  });
});
