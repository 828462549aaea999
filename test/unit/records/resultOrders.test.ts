import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeEnvelope, identities, type Case, type Envelope, type Subtask } from '../../../src/results';
import type { SubtaskChange } from '../../../src/records';
import { reconcile } from '../../../src/records/nodeChanges';
import { summarise } from '../../../src/records/mergePolicy';
import { encodeEnvelope } from '../../../src/results/model';
import { luogu } from '../../support/profiles';
import { envelope, oneCase, rules, subtask } from './fixtures';

const seed = { seed: 20261121 };

const anyCase: fc.Arbitrary<Case> = fc
  .record({
    id: fc.option(fc.nat(4)),
    status: fc.constantFrom(0, 6, 12),
    more: fc.constantFrom<Partial<Case>>(
      {},
      { description: 'ok' },
      { signal: null },
      { extra: { a: [1, { b: null }] } },
    ),
  })
  .map(({ id, status, more }) => oneCase(id, status, more));
const anySubtask: fc.Arbitrary<Subtask> = fc
  .record({ id: fc.option(fc.nat(3)), score: fc.nat(1), cases: fc.array(anyCase, { maxLength: 6 }) })
  .map(({ id, score, cases }) => subtask(id, cases, { score }));
const anyEnvelope: fc.Arbitrary<Envelope> = fc
  .record({
    status: fc.constantFrom(0, 1, 12),
    subtasks: fc.array(anySubtask, { maxLength: 4 }),
    trackId: fc.constantFrom(null, 't'),
    parts: fc.constantFrom('both', 'compile', 'judge', 'none'),
  })
  .map(({ status, subtasks, trackId, parts }) => {
    const whole = envelope(status, subtasks, { trackId });
    const compile = parts === 'judge' ? null : (whole.data?.compile ?? null);
    const judge = parts === 'compile' ? null : (whole.data?.judge ?? null);
    return { ...whole, data: parts === 'none' ? null : { compile, judge } };
  });

describe('reconcile', () => {
  it('returns the newer result’s content, reusing equal parts of the older one', () => {
    fc.assert(
      fc.property(anyEnvelope, anyEnvelope, (before, after) => {
        const { envelope: shared, change } = reconcile(before, structuredClone(after));
        assert.deepEqual(shared, after);
        if (!change) {
          assert.equal(shared, before);
          return;
        }
        const old = before.data?.judge?.subtasks ?? [];
        const now = shared.data?.judge?.subtasks ?? [];
        const oldNames = identities(old);
        for (const [at, name] of identities(now).entries()) {
          const partner = old[oldNames.indexOf(name)];
          const named: SubtaskChange | undefined = change.subtasks.find(({ identity }) => identity === name);
          assert.equal(now[at] === partner, named === undefined, `subtask ${name}`);
          if (partner && named) checkCases(partner.cases, now[at]?.cases ?? [], named.cases);
        }
        const sameNames = identities(now).join() === oldNames.join();
        assert.equal(change.subtaskList, !sameNames);
      }),
      { ...seed, numRuns: 2_000 },
    );
  });

  function checkCases(before: readonly Case[], after: readonly Case[], changed: readonly string[]): void {
    const names = identities(before);
    for (const [at, name] of identities(after).entries()) {
      const partner = before[names.indexOf(name)];
      assert.equal(changed.includes(name), partner !== undefined && partner !== after[at], `case ${name}`);
    }
  }

  it('reports a changed summary even if the track ID is all that differs', () => {
    const [before, after] = [envelope(1, []), envelope(1, [], { trackId: 'mine' })];
    const data = { judge: after.data?.judge ?? null, compile: null };
    const { change } = reconcile(before, structuredClone({ ...after, data }));
    assert.deepEqual([change?.summary, change?.compile], [true, true]);
  });

  it('finds no change between a result and its copy', () => {
    fc.assert(
      fc.property(anyEnvelope, (one) => {
        assert.equal(reconcile(one, structuredClone(one)).change, null);
      }),
      seed,
    );
  });
});

describe('encodeEnvelope', () => {
  it('writes a result that decodes to an equal one, including unknown fields', () => {
    fc.assert(
      fc.property(anyEnvelope, (one) => {
        const decoded = decodeEnvelope(
          JSON.parse(encodeEnvelope({ ...one, extra: { later: { extra: [1] } } })),
        );
        assert.ok(decoded.ok);
        assert.deepEqual(decoded.envelope, { ...one, extra: { later: { extra: [1] } } });
      }),
      seed,
    );
  });
});

describe('summarise', () => {
  it('returns the judged result’s values', () => {
    const cases = [subtask(1, [oneCase(1, 12), oneCase(2, 6)]), subtask(2, [oneCase(3, 12)])];
    const { data } = envelope(6, cases);
    const judged = { ...data?.judge, id: 1, status: 6, score: 20, time: 9, memory: 800, subtasks: cases };
    const one: Envelope = { ...envelope(6, cases), data: { compile: data?.compile ?? null, judge: judged } };
    assert.deepEqual(summarise({ ...one, trackId: 'mine' }, rules), {
      completion: 'finished',
      status: 6,
      cause: null,
      failed: 1,
      first: '2',
      score: 20,
      time: 9,
      memory: 800,
      compiled: true,
      hasCompilation: true,
      hasCompileMessage: true,
      // Nothing unfinished is listed, so the total is unknown.
      passed: 2,
      progress: { done: 3, total: null },
      subtasks: 2,
      cases: 3,
      trackId: 'mine',
    });
  });

  it('derives the cause from the cases if the judge reports only a failure', () => {
    const cases = [subtask(1, [oneCase(1, 12), oneCase(2, 6), oneCase(3, 5), oneCase(4, 5)])];
    const { cause, failed } = summarise(envelope(14, cases), luogu.rules);
    assert.deepEqual([cause, failed], [6, 3]);
  });

  it('returns nulls for missing parts', () => {
    const bare: Envelope = { type: 'judge', requestId: 'r1', trackId: null, data: null };
    const nothing = {
      status: null,
      score: null,
      time: null,
      memory: null,
      subtasks: 0,
      cases: 0,
      cause: null,
      failed: 0,
    };
    const none = { compiled: null, hasCompilation: false, hasCompileMessage: false };
    const { completion, progress, trackId, ...said } = summarise(bare, rules);
    assert.deepEqual([completion, progress.done, trackId], ['unfinished', 0, null]);
    assert.deepEqual(said, { ...nothing, ...none });
    const silent = { success: false, message: '', opt2: false };
    const failed = summarise({ ...bare, data: { compile: silent, judge: null } }, rules);
    assert.deepEqual(
      [failed.compiled, failed.hasCompilation, failed.hasCompileMessage],
      [false, true, false],
    );
  });
});
