// Any results in any order: the store keeps its guarantees, and a view that redraws only announced changes is correct.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeEnvelope, identities, subtasksOf, type Envelope } from '../../src/results';
import {
  RecordStore,
  recordKey,
  type NodeChange,
  type StoreChangeEvent,
  type ResultOrigin,
} from '../../src/records';
import { reconcile } from '../../src/records/nodeChanges';
import { MemoryStorage } from '../../src/records/storage';
import { luogu } from '../support/profiles';
import { calmBody } from './envelopeText';
import { target } from './target';

const service = 'https://judge.test';
const key = recordKey(service, 'r1');
const vias: readonly ResultOrigin[] = ['ask', 'push', 'refresh', 'import'];

interface Coming {
  readonly envelope: Envelope;
  readonly via: ResultOrigin;
  readonly receivedAt: number;
}

const envelope: fc.Arbitrary<Envelope> = calmBody.map((body) => {
  const decoded = decodeEnvelope(JSON.parse(body));
  // members of `anyJson` may have types that no envelope has
  return decoded.ok ? decoded.envelope : { type: 'judge', data: null, requestId: 'r1', trackId: null };
});

const comings: fc.Arbitrary<readonly Coming[]> = fc
  .array(fc.record({ envelope, via: fc.constantFrom(...vias), receivedAt: fc.nat(5), kept: fc.nat(3) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((all) =>
    all.map(({ envelope: own, via, receivedAt, kept }, at) => {
      const last = all[at - 1]?.envelope;
      return { envelope: last ? partly(last, own, kept) : own, via, receivedAt };
    }),
  );

/** A result that shares its first subtasks with the previous one, as results of one submission do. */
function partly(before: Envelope, after: Envelope, kept: number): Envelope {
  const judge = after.data?.judge;
  if (!judge) return after;
  const shared = structuredClone(subtasksOf(before).slice(0, kept));
  const subtasks = [...shared, ...judge.subtasks.slice(shared.length)];
  return {
    ...after,
    data: { ...after.data, compile: after.data?.compile ?? null, judge: { ...judge, subtasks } },
  };
}

export const results = target(
  'results',
  comings,
  async (all) => {
    all.reduce<Envelope | null>((last, { envelope: next }) => {
      if (last) comparesRight(last, next);
      return next;
    }, null);
    await keepsRight(all);
  },
  { cost: 4 },
);

function comparesRight(before: Envelope, after: Envelope): void {
  const mirror = new Mirror(before);
  const { envelope: shared, change } = reconcile(before, after);
  assert.equal(JSON.stringify(shared), JSON.stringify(change ? after : before));
  if (change) mirror.apply(change, after);
  assert.deepEqual(mirror.rows(), new Mirror(after).rows());
}

async function keepsRight(all: readonly Coming[]): Promise<void> {
  let id = 0;
  let mirror: Mirror | null = null;
  const fail = (error: unknown) => {
    throw error instanceof Error ? error : new Error(JSON.stringify(error));
  };
  const storage = new MemoryStorage();
  const store: RecordStore = new RecordStore({
    openStorage: async () => storage,
    limit: 10,
    clock: { now: () => 0, after: () => ({ dispose: () => undefined }) },
    uniqueId: () => `id${(id += 1)}`,
    onProblem: fail,
    onError: fail,
  });
  store.onDidChange((change) => (mirror = followed(mirror, change, store)));
  const add = { service, requestId: 'r1', rules: luogu.rules, folder: null };
  let isFinal = false;
  for (const { envelope: one, via, receivedAt } of all) {
    const acceptance = await store.receive(key, { envelope: one }, { via, receivedAt, add });
    const record = store.get(key);
    assert.ok(record && acceptance.kind !== 'unknown');
    const finished = record.summary?.completion === 'finished';
    assert.ok(finished || !isFinal, 'what was finished stays finished');
    assert.equal(finished, record.state.kind === 'finished');
    if (isFinal && via !== 'refresh') assert.ok(['final', 'unchanged'].includes(acceptance.kind));
    if (acceptance.kind === 'taken') {
      assert.equal(JSON.stringify(store.envelope(key)), JSON.stringify(one));
    }
    isFinal = finished;
    const kept = store.envelope(key);
    assert.ok(kept && mirror);
    assert.deepEqual((mirror as Mirror).rows(), new Mirror(kept).rows());
  }
  await store.close();
}

function followed(mirror: Mirror | null, change: StoreChangeEvent, store: RecordStore): Mirror | null {
  const now = store.envelope(key);
  if (!now) return null;
  const node = change.nodes.get(key);
  if (!mirror || change.added.has(key) || node?.wholeRecord) return new Mirror(now);
  if (node) mirror.apply(node, now);
  return mirror;
}

/** The rows of a record in a view that redraws only announced changes. */
class Mirror {
  private head = '';
  private compile = '';
  private order: readonly string[] = [];
  private readonly subtasks = new Map<string, { row: string; cases: Map<string, string> }>();

  constructor(envelope: Envelope) {
    this.apply(
      {
        wholeRecord: true,
        details: true,
        summary: true,
        compile: true,
        subtaskList: true,
        subtasks: identities(subtasksOf(envelope)).map((identity) => ({
          identity,
          row: true,
          caseList: true,
          cases: [],
        })),
      },
      envelope,
    );
  }

  apply(change: NodeChange, { trackId, data }: Envelope): void {
    const judge = data?.judge ?? null;
    const list = judge?.subtasks ?? [];
    const names = identities(list);
    if (change.summary) this.head = JSON.stringify([trackId, judge && { ...judge, subtasks: null }]);
    if (change.compile) this.compile = JSON.stringify(data?.compile ?? null);
    if (change.subtaskList) {
      this.order = names;
      for (const name of [...this.subtasks.keys()]) if (!names.includes(name)) this.subtasks.delete(name);
    }
    for (const { identity, row, caseList, cases } of change.subtasks) {
      const subtask = list[names.indexOf(identity)];
      assert.ok(subtask, `${identity} exists`);
      const own = this.subtasks.get(identity) ?? { row: '', cases: new Map<string, string>() };
      this.subtasks.set(identity, own);
      if (row) own.row = JSON.stringify({ ...subtask, cases: null, extra: null });
      const keys = identities(subtask.cases);
      if (caseList) own.cases.clear();
      for (const name of caseList ? keys : cases) {
        own.cases.set(name, JSON.stringify(subtask.cases[keys.indexOf(name)]));
      }
    }
  }

  rows(): unknown {
    const subtasks = this.order.map((identity) => {
      const { row = '', cases = new Map<string, string>() } = this.subtasks.get(identity) ?? {};
      return [identity, row, ...cases];
    });
    return [this.head, this.compile, ...subtasks];
  }
}
