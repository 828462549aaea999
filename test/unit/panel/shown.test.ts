import '../support/vscodeWords';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Case, Envelope } from '../../../src/judge';
import { recordView, type Described, type RecordView } from '../../../src/editor/panel/model';
import { patchOf } from '../../../src/editor/panel/patch';
import { figureColumns, textAt } from '../../../src/panel/columns';
import type { ShowMessage, SubtaskView, Words } from '../../../src/panel/messages';
import { patched, statusOf, type Shown } from '../../../src/panel/shown';
import { luogu } from '../../support/profiles';
import { caseOf, envelopeOf, judging, judgementOf, mixed, subtaskOf } from '../../ui/panel/records';

const described: Described = {
  name: 'a.cpp',
  verdict: 'AC',
  versions: [],
  limits: null,
  progress: null,
  note: null,
  facts: [],
  actions: [],
  compile: null,
};

function viewOf(envelope: Envelope): RecordView {
  return recordView(envelope, luogu.rules, described);
}

function shownOf({ head, subtasks }: RecordView): Shown {
  const words = {} as Words;
  return { keys: { record: 'r', before: null }, words, record: head, subtasks, comparison: null };
}

/** What can be seen of subtasks: whichever place a text has in the list of texts. */
function seen(subtasks: ShowMessage['subtasks']): unknown {
  return subtasks.map(({ key, id, figures, cases }: SubtaskView) => ({
    key,
    id,
    figures,
    cases: [...cases.id].map((_, index) => [
      cases.status[index],
      ...figureColumns.map((name) => cases[name][index]),
      textAt(cases, index),
    ]),
  }));
}

describe('a patch', () => {
  it('holds only the cases that say something else', () => {
    const patch = patchOf(viewOf(judging(34, 50)), viewOf(judging(35, 50)));
    assert.ok(patch);
    assert.deepEqual(
      patch.subtasks.map(({ at }) => [...at]),
      [[34, 35]],
    );
  });

  it('says nothing of subtasks that are the same object', () => {
    const before = viewOf(mixed);
    const patch = patchOf(before, { ...before, head: { ...before.head, verdict: 'other' } });
    assert.deepEqual(patch?.subtasks, []);
    assert.equal(patch?.record.verdict, 'other');
  });

  it('is not made where cases or subtasks went or moved', () => {
    const three = viewOf(envelopeOf(judgementOf(12, [subtaskOf(0, 12, [caseOf(1, 12), caseOf(2, 12)])])));
    const fewer = viewOf(envelopeOf(judgementOf(12, [subtaskOf(0, 12, [caseOf(2, 12)])])));
    const none = viewOf(envelopeOf(judgementOf(12, [])));
    assert.equal(patchOf(three, fewer), null);
    assert.equal(patchOf(three, none), null);
    assert.notEqual(patchOf(none, three), null);
  });

  it('makes of what was shown what the whole would show', () => {
    const one: fc.Arbitrary<Omit<Case, 'id'>> = fc.record({
      status: fc.option(fc.constantFrom(0, 1, 6, 12, 99)),
      score: fc.option(fc.nat(100)),
      time: fc.option(fc.nat(2000)),
      memory: fc.option(fc.double({ noNaN: true })),
      signal: fc.option(fc.nat(15)),
      exitCode: fc.option(fc.nat(2)),
      description: fc.option(fc.constantFrom('', 'ok', 'wrong', 'x'.repeat(2000))),
    });
    const subtasks = fc.array(fc.array(one, { maxLength: 6 }), { maxLength: 4 });
    const envelope = (lists: Omit<Case, 'id'>[][]) =>
      envelopeOf(
        judgementOf(
          1,
          lists.map((cases, id) =>
            subtaskOf(
              id,
              12,
              cases.map((fields, index) => ({ ...fields, id: index % 4 })),
            ),
          ),
        ),
      );
    fc.assert(
      fc.property(subtasks, subtasks, (a, b) => {
        const before = viewOf(envelope(a));
        const after = viewOf(envelope(b));
        const patch = patchOf(before, after);
        if (!patch) return;
        const result = patched(shownOf(before), patch);
        assert.deepEqual(seen(result.subtasks), seen(after.subtasks));
        assert.deepEqual(result.record, after.head);
      }),
    );
  });
});

describe('a status code on the page', () => {
  it('has the meaning that came with the record', () => {
    const { head } = viewOf(mixed);
    assert.equal(statusOf(head, 6)?.short, 'WA');
    assert.equal(statusOf(head, 6)?.trouble, true);
    assert.equal(statusOf(head, 12)?.trouble, false);
  });

  it('is nothing where there is none', () => {
    const { head } = viewOf(mixed);
    assert.equal(statusOf(head, Number.NaN), null);
    assert.equal(statusOf(head, null), null);
    assert.equal(statusOf(head, undefined), null);
  });
});
