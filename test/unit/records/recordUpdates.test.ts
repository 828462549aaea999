import assert from 'node:assert/strict';
import { summarise } from '../../../src/records/mergePolicy';
import {
  takeResult,
  addRecord,
  addDetails,
  applyEvent,
  inSequence,
  rereadResult,
  patchDetails,
  removeRecord,
  sameDetails,
} from '../../../src/records/recordUpdates';
import type { IncomingResult } from '../../../src/records/recordUpdates';
import {
  canResumeTracking,
  hasJudgedText,
  hashOf,
  isPending,
  isRejudging,
} from '../../../src/records/record';
import type { KnownRecord, RecordState } from '../../../src/records';
import type { RecordDraft, RecordUpdate } from '../../../src/records/storage';
import { newRecord, planAt, progressed, rules } from './fixtures';
import { shownStatus } from '../../../src/records/shownVerdict';

const submission = { problemId: 'P1', title: null, place: null, language: 'cpp', optimise: true };
const source = { uri: 'file:///a.cpp', how: 'tied', textHash: null } as const;

function must(draft: RecordDraft | null): RecordDraft {
  assert.ok(draft);
  return draft;
}

function incoming(done: number, id = `id${done}`): IncomingResult {
  const envelope = progressed(done, 9);
  const reference = { id, receivedAt: done };
  return { envelope, raw: null, summary: summarise(envelope, rules), rules, reference, via: 'push' };
}

const fresh = must(addRecord(newRecord(), 5)(null));
const withResult = must(takeResult(incoming(3), null, 6)(fresh));
const having = (draft: RecordDraft, more: Partial<KnownRecord>): RecordDraft => ({
  ...draft,
  record: { ...draft.record, ...more },
});

describe('A new result for a tracked record', () => {
  const tracked = { ...withResult, plan: planAt(5) };
  const final = { ...incoming(9), summary: summarise(progressed(9, 9, 9, 12), rules) };

  it('ends tracking in the same write if it is final', () => {
    const { record, plan } = must(takeResult(final, null, 6)(tracked));
    assert.deepEqual([record.state, plan], [{ kind: 'finished' }, null]);
  });

  it('keeps the plan if it is partial or older than the current result', () => {
    assert.deepEqual(must(takeResult(incoming(4), null, 6)(tracked)).plan, planAt(5));
    assert.equal(takeResult(incoming(2), null, 6)(tracked), tracked);
  });
});

describe('Adding a record again', () => {
  const again = addRecord(newRecord(), 9);

  it('resumes a given-up record in its previous state', () => {
    const ends: RecordState[] = [
      { kind: 'stopped' },
      { kind: 'failed', status: 404, reason: null },
      { kind: 'expired', why: 'gone' },
    ];
    for (const state of ends) {
      assert.deepEqual(must(again(having(fresh, { state }))).record.state, { kind: 'waiting' }, state.kind);
      assert.deepEqual(
        must(again(having(withResult, { state }))).record.state,
        { kind: 'judging' },
        state.kind,
      );
    }
  });

  it('changes nothing if the record is pending or finished', () => {
    for (const kind of ['waiting', 'judging', 'finished', 'settled'] as const) {
      const draft = having(withResult, { state: { kind } });
      assert.equal(again(draft), draft, kind);
    }
  });

  it('keeps known details and adds new ones, without changing the folder', () => {
    const known = having(fresh, { submission, source, label: 'mine', folder: 'file:///w' });
    assert.equal(again(known), known);
    assert.equal(addDetails(newRecord())(known), known);
    const more = { label: 'new', submission: { ...submission, problemId: 'P2' }, folder: 'file:///other' };
    for (const change of [addRecord(newRecord('r1', more), 9), addDetails(newRecord('r1', more))]) {
      const { record } = must(change(known));
      assert.deepEqual(
        [record.label, record.submission?.problemId, record.source, record.folder, record.addedAt],
        ['new', 'P2', source, 'file:///w', 5],
      );
    }
    assert.equal(must(addDetails(newRecord('r1', more))(fresh)).record.folder, 'file:///other');
    assert.equal(addDetails(newRecord())(null), null);
  });
});

describe('A record update', () => {
  it('applies a result once, even if the update is retried', () => {
    const change = takeResult(incoming(3), null, 6);
    assert.equal(change(withResult), withResult);
    assert.equal(takeResult(incoming(2), null, 6)(withResult), withResult, 'an older one');
    assert.equal(must(takeResult(incoming(4), null, 6)(withResult)).result?.id, 'id4');
  });

  it('creates a record for a result only if the user requested it', () => {
    assert.equal(takeResult(incoming(1), null, 6)(null), null);
    assert.equal(must(takeResult(incoming(1), newRecord(), 6)(null)).record.addedAt, 6);
    for (const addedAt of [1e300, -1e300, NaN])
      assert.equal(must(takeResult(incoming(1), newRecord('r1', { addedAt }), 6)(null)).record.addedAt, 6);
  });

  it('is applied in order, and never after a removal', () => {
    const change = inSequence([
      patchDetails({ label: 'a' }),
      patchDetails({ folder: 'f' }),
      patchDetails({ label: 'b' }),
    ]);
    const { label, folder } = must(change(fresh)).record;
    assert.deepEqual([label, folder], ['b', 'f']);
    assert.equal(inSequence([removeRecord, patchDetails({ label: 'a' })])(fresh), null);
    const none: RecordUpdate = inSequence([]);
    assert.equal(none(fresh), fresh);
  });

  it('sets a record to judging, with its previous result, until the rejudging ends', () => {
    const finished = takeResult({ ...incoming(9), via: 'ask' }, newRecord(), 6)(null);
    const final = having(must(finished), {
      rules: { ...rules, canRejudge: true },
      state: { kind: 'finished' },
      summary: { ...incoming(9).summary, completion: 'finished' },
    });
    const again = must(applyEvent({ kind: 'rejudging' })(final));
    assert.deepEqual([again.record.state, again.result], [{ kind: 'judging' }, final.result]);
    assert.deepEqual([isRejudging(final.record), isRejudging(again.record)], [false, true]);
    const unable = { ...again.record, rules: { ...rules, canRejudge: false } };
    assert.equal(isRejudging(unable), false);
    assert.equal(isRejudging({ ...again.record, summary: null }), false);
    const rejudged = applyEvent({ kind: 'rejudged' });
    assert.deepEqual(must(rejudged(again)).record.state, { kind: 'finished' });
    assert.equal(rejudged(withResult), withResult, 'nothing that has not ended');
    assert.equal(rejudged(null), null);
  });

  it('interprets a result with another verdict table, except in a stopped record', () => {
    const other = { ...rules, profile: 'other' };
    const summary = { ...incoming(3).summary, completion: 'finished' } as const;
    for (const kind of ['judging', 'finished', 'settled'] as const) {
      const { record } = must(rereadResult(other, summary)(having(withResult, { state: { kind } })));
      assert.deepEqual(
        [record.rules.profile, record.state, record.summary],
        ['other', { kind: 'finished' }, summary],
      );
    }
    const unfinished = { ...summary, completion: 'unfinished' } as const;
    const open = must(rereadResult(other, unfinished)(having(withResult, { state: { kind: 'finished' } })));
    assert.deepEqual(open.record.state, { kind: 'judging' });
    const stopped = having(withResult, { state: { kind: 'stopped' } });
    assert.deepEqual(must(rereadResult(other, summary)(stopped)).record.state, { kind: 'stopped' });
    const { record } = must(rereadResult(other, null)(withResult));
    assert.deepEqual([record.summary, record.state], [withResult.record.summary, withResult.record.state]);
    assert.equal(rereadResult(other, null)(null), null);
  });

  it('starts no tracking if the new verdict table leaves open whether the result is final', () => {
    const summary = { ...incoming(3).summary, completion: 'unknown' } as const;
    const states = (['judging', 'finished', 'settled'] as const).map(
      (kind) => must(rereadResult(rules, summary)(having(withResult, { state: { kind } }))).record.state.kind,
    );
    assert.deepEqual(states, ['judging', 'settled', 'settled']);
  });

  it('keeps a final state, whatever state is set', () => {
    const state = { kind: 'stopped' } as const;
    const summary = { ...incoming(9).summary, completion: 'finished' } as const;
    const ended = having(withResult, { state: { kind: 'finished' }, summary });
    const stop = applyEvent({ kind: 'stateSet', state });
    assert.equal(stop(ended), ended);
    const rejudged = having(ended, { state: { kind: 'judging' } });
    assert.deepEqual(must(stop(rejudged)).record.state, state);
    const finishedByHand = having(withResult, { state: { kind: 'finished' } });
    assert.deepEqual(must(stop(finishedByHand)).record.state, state);
  });

  it('counts a new verdict table as a change', () => {
    const { record } = fresh;
    assert.equal(sameDetails(record, { ...record, rules: { ...rules } }), true);
    assert.equal(sameDetails(record, { ...record, rules: { ...rules, profile: 'other' } }), false);
  });

  it('counts each new detail as a change', () => {
    const { record } = fresh;
    const others: Partial<KnownRecord>[] = [
      ...[
        { state: { kind: 'judging' } as const },
        { label: 'x' },
        { source },
        { submission },
        { folder: 'f' },
      ],
    ];
    for (const other of others) assert.equal(sameDetails(record, { ...record, ...other }), false);
    assert.equal(sameDetails(record, { ...record, changedAt: 9, state: { kind: 'waiting' } }), true);
  });
});

it('isPending is true while the judge may change the record, and canResumeTracking after tracking ended without a result', () => {
  const states: [RecordState, boolean][] = [
    [{ kind: 'waiting' }, true],
    [{ kind: 'judging' }, true],
    [{ kind: 'finished' }, false],
    [{ kind: 'settled' }, false],
    [{ kind: 'stopped' }, false],
    [{ kind: 'failed', status: 404, reason: null }, false],
    [{ kind: 'expired', why: 'gone' }, false],
  ];
  for (const [state, expected] of states) {
    assert.equal(isPending({ ...fresh.record, state }), expected, state.kind);
    const isGivenUp = ['stopped', 'failed', 'expired'].includes(state.kind);
    assert.equal(canResumeTracking({ ...fresh.record, state }), isGivenUp, state.kind);
  }
});

it('shownStatus returns the cause if the record has a cause, otherwise the status', () => {
  const { summary } = withResult.record;
  assert.ok(summary);
  const shown = (cause: number | null) =>
    shownStatus({ ...fresh.record, summary: { ...summary, status: 1, cause } });
  assert.deepEqual([shown(6), shown(null), shownStatus(fresh.record)], [6, 1, null]);
});

it('hasJudgedText is true if the judge sent the text or the file was linked with its text', async () => {
  const judgedHash = await hashOf('a');
  const kept = (more: Partial<KnownRecord>) => hasJudgedText({ ...fresh.record, ...more });
  assert.deepEqual(
    [kept({}), kept({ source }), kept({ source: { ...source, textHash: judgedHash } }), kept({ judgedHash })],
    [false, false, true, true],
  );
  assert.equal((await hashOf('a\ufeff')) === (await hashOf('a')), false, 'a mark inside is part of the text');
});
