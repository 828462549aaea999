import { answerNotices, settings, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { remove } from '../../../../src/editor/list/removeResults';
import type { Extension } from '../../../../src/editor/extension';
import { makeTracker } from '../../../../src/editor/pending/makeTracker';
import { resumeStopped } from '../../../../src/editor/pending/stoppedWithJudge';
import { Tracking } from '../../../../src/editor/pending/tracking';
import { removeJudge } from '../../../../src/editor/judges/editJudges';
import { recordKey, type RecordStore } from '../../../../src/records';
import { dmoj } from '../../../../src/judges/adapters/dmoj';
import { described } from '../../../support/profiles';
import { makeStore, progressed } from '../../records/fixtures';
import { settle } from '../../support/fakeClock';
import { World } from '../../tracking/world';
import { standIn } from '../../support/standIn';
import type { Judges } from '../../../../src/editor/shared/judges';
import { nodeOf } from '../../../../src/editor/list/treeNodes';

const school = described(dmoj, 'school', { url: 'https://oj.school.edu' });

describe('Pending results', () => {
  let store: RecordStore;
  let tracking: Tracking;
  let parts: Extension;
  let isSignedOut: boolean;
  let kept: Map<string, unknown>;

  const stateOf = (id: string) => store.get(recordKey(school.id, id))?.state.kind;
  const idsPending = () => tracking.pending(true).map(({ request }) => request.requestId);

  beforeEach(() => {
    speak('en');
    store = makeStore().store;
    isSignedOut = false;
    settings['services'] = { school: { type: 'dmoj', url: 'https://oj.school.edu' } };
    const isSetUp = () => Object.hasOwn(settings['services'] as object, 'school');
    const known = {
      onDidChange: () => ({ dispose: () => undefined }),
      named: async () => ({ kind: 'chosen' as const, judge: school }),
      judgeOf: async () => (isSetUp() ? school : null),
      isSignedOut: async () => isSignedOut,
      credentials: { remove: async () => true },
      updateContext: async () => undefined,
      poll: async () => ({ kind: 'notReady' as const }),
      notBefore: () => -Infinity,
    };
    const world = new World();
    const leases = world.leases.of('A');
    const onError = (what: string, error: unknown): never => assert.fail(`${what}: ${String(error)}`);
    const judges = standIn<Judges>(known);
    tracking = new Tracking(
      store,
      judges,
      {
        makeTracker: async (events) => makeTracker({ store, judges, leases, events }, []),
        showPending: async () => undefined,
      },
      onError,
    );
    kept = new Map();
    const globalState = {
      get: (key: string) => kept.get(key),
      update: async (key: string, value: unknown) =>
        void (value === undefined ? kept.delete(key) : kept.set(key, value)),
    };
    const tree = { neighborOf: () => null, record: nodeOf.record };
    const view = { visible: false };
    const selectedRows = { current: [] };
    parts = standIn<Extension>({
      context: { globalState },
      store,
      tracking,
      judges: known,
      tree,
      view,
      selectedRows,
    });
  });
  afterEach(async () => {
    delete settings['services'];
    await tracking.close();
  });

  describe('for a judge that is removed', () => {
    it('are mentioned, stopped, and tracked again after the user adds the judge and signs in again', async () => {
      for (const id of ['one', 'two', 'three']) await tracking.track(school, id);
      await tracking.stop([recordKey(school.id, 'three')]);
      await settle();
      const shown = answerNotices('Remove');
      await removeJudge(parts, 'school');
      await settle();
      assert.match(shown[0]?.detail ?? '', / 2 pending results won’t be fetched until/);
      assert.deepEqual(settings['services'], {});
      assert.deepEqual(idsPending(), []);
      assert.deepEqual([stateOf('one'), stateOf('two')], ['stopped', 'stopped']);

      await resumeStopped(parts);
      assert.deepEqual(idsPending(), [], 'nobody can be asked');
      settings['services'] = { school: { type: 'dmoj', url: 'https://oj.school.edu' } };
      isSignedOut = true;
      await resumeStopped(parts);
      assert.deepEqual(idsPending(), [], 'who isn’t signed in would be told so');
      isSignedOut = false;
      await resumeStopped(parts);
      assert.deepEqual(idsPending(), ['one', 'two'], 'a person has stopped the third');
      assert.deepEqual([stateOf('one'), stateOf('three')], ['waiting', 'stopped']);

      await tracking.stop([recordKey(school.id, 'one')]);
      await settle();
      await resumeStopped(parts);
      assert.deepEqual(idsPending(), ['two'], 'what a person has stopped since stays stopped');
      assert.deepEqual([...kept], []);
    });

    it('stay tracked if the user cancels', async () => {
      await tracking.track(school, 'one');
      answerNotices(undefined);
      await removeJudge(parts, 'school');
      assert.deepEqual(idsPending(), ['one']);
    });

    it('are counted in the confirmation', async () => {
      const questions: unknown[] = [];
      for (const [ids, detail] of [
        [[], 'Its credentials will be removed, too. Results already fetched stay in the list.'],
        [['one'], '1 pending result won’t be fetched until the judge is added again.'],
        [['two'], '2 pending results won’t be fetched until the judge is added again.'],
      ] as const) {
        for (const id of ids) await tracking.track(school, id);
        const shown = answerNotices(undefined);
        await removeJudge(parts, 'school');
        questions.push(shown[0]?.detail?.endsWith(detail));
      }
      assert.deepEqual(questions, [true, true, true]);
    });
  });

  describe('for a record that is removed', () => {
    const key = recordKey(school.id, 'one');

    /** Adds a record with an undefined code: its row shows the code, and it stays tracked until the code is stable. */
    async function undefinedCode(): Promise<void> {
      const rules = { ...school.rules, statuses: {}, unknownStatusIsFinal: false };
      const add = { service: school.id, requestId: 'one', rules, folder: null };
      await store.receive(key, { envelope: progressed(3, 3, 3, 99) }, { via: 'refresh', receivedAt: 1, add });
      assert.equal(stateOf('one'), 'judging');
      await tracking.track(school, 'one', { answered: true });
    }

    it('aren’t mentioned if the record’s row shows a verdict', async () => {
      await undefinedCode();
      const shown = answerNotices();
      await remove(parts, [{ key }]);
      await settle();
      assert.deepEqual(shown, [{ message: 'Removed “one”.', buttons: ['Undo'] }]);
      assert.deepEqual(idsPending(), []);
    });

    it('are tracked again after Undo', async () => {
      await undefinedCode();
      answerNotices('Undo');
      await remove(parts, [{ key }]);
      await settle();
      assert.deepEqual([stateOf('one'), idsPending()], ['judging', ['one']]);
    });

    it('are mentioned in the confirmation if the record has no verdict', async () => {
      await tracking.track(school, 'one');
      const shown = answerNotices(undefined);
      await remove(parts, [{ key }]);
      assert.deepEqual(
        shown.map(({ message }) => message),
        ['Remove “one”? It’s still pending, and its result won’t be fetched.'],
      );
      assert.deepEqual(idsPending(), ['one']);
    });
  });
});
