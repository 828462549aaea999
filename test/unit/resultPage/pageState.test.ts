import '../support/vscodeWords';
import assert from 'node:assert/strict';
import type { Envelope } from '../../../src/results';
import { recordView } from '../../../src/editor/resultPanel/recordView';
import { pageWords } from '../../../src/editor/resultPanel/pageLabels';
import { caseAt } from '../../../src/resultPage/cases';
import type { RecordHead, ShowMessage } from '../../../src/resultPage/messages';
import {
  activeCase,
  activeSlot,
  descriptionKey,
  initialState,
  update,
  type PageEvent,
  type PageState,
  type Update,
} from '../../../src/resultPage/pageState';
import { nothingSaved } from '../../../src/resultPage/savedState';
import { headTexts } from '../../support/headTexts';
import { luogu } from '../../support/profiles';
import { caseOf, envelopeOf, judgementOf, mixed, subtaskOf } from '../../ui/panel/records';

function showing(envelope: Envelope, more: Partial<RecordHead> = {}, record = 'a'): ShowMessage {
  const { head, subtasks } = recordView(envelope, luogu.rules, headTexts);
  return {
    type: 'show',
    keys: { record, before: null },
    words: pageWords(),
    record: { ...head, ...more },
    subtasks,
    comparison: null,
    caseButtons: [],
  };
}

/** 200 cases in two subtasks. One case of the second failed. */
const many = envelopeOf(
  judgementOf(14, [
    subtaskOf(
      1,
      12,
      Array.from({ length: 100 }, (_, index) => caseOf(index + 1, 12)),
    ),
    subtaskOf(
      2,
      14,
      Array.from({ length: 100 }, (_, index) => caseOf(index + 1, index === 70 ? 6 : 12)),
    ),
  ]),
);
const firstFailed: RecordHead['first'] = {
  kind: 'case',
  name: '2-71',
  place: { subtask: '2', case: '71' },
  said: '',
};

function after(...events: readonly PageEvent[]): Update {
  let result: Update = { state: initialState(nothingSaved), moves: [] };
  for (const event of events) result = update(result.state, event);
  return result;
}

function nameAt(state: PageState, moves: Update['moves']): unknown[] {
  return moves.map((move) => [move.kind, 'slot' in move ? caseAt(state.sections, move.slot)?.case.name : '']);
}

const failedOnly: PageEvent = { type: 'filter', filter: { kind: 'failed' }, isGridFocused: false };
const chooseSix: PageEvent = { type: 'choose', subtask: '1', case: '6', focus: true };

describe('The record page’s state', () => {
  it('keeps the user’s choices when the same record is updated', () => {
    const { state, moves } = after(showing(mixed), chooseSix, failedOnly, showing(mixed));
    assert.equal(activeCase(state)?.case.name, '6');
    assert.equal(state.saved.open, true);
    assert.deepEqual(state.saved.filter, { kind: 'failed' });
    assert.deepEqual(moves, []);
  });

  it('is reset for another record', () => {
    const { state, moves } = after(showing(mixed), chooseSix, failedOnly, showing(mixed, {}, 'b'));
    assert.deepEqual(state.saved, { ...nothingSaved, keys: { record: 'b', before: null } });
    assert.deepEqual(moves, [{ kind: 'scrollTo', top: 0 }]);
  });

  it('scrolls to the position of a restored page', () => {
    const saved = { ...nothingSaved, keys: { record: 'a', before: null }, scroll: 120 };
    const { moves } = update(initialState(saved), showing(many, { first: firstFailed }));
    assert.deepEqual(moves, [{ kind: 'scrollTo', top: 120 }]);
  });

  it('starts at the first failed case of very many, and collapses subtasks that passed', () => {
    const { state, moves } = after(showing(many, { first: firstFailed }));
    assert.deepEqual(nameAt(state, moves), [
      ['scrollTo', ''],
      ['toTop', '2-71'],
    ]);
    assert.deepEqual(
      state.sections.map(({ shown }) => shown?.length ?? 'all'),
      [0, 'all'],
    );
  });

  it('opens a custom run’s first case until the user chooses another one', () => {
    const opened = after(showing(mixed, { isOwnRun: true }));
    assert.equal(activeCase(opened.state)?.case.name, '1');
    assert.equal(opened.state.saved.open, true);
    const closed = update(opened.state, { type: 'closeDetails' });
    assert.equal(update(closed.state, showing(mixed, { isOwnRun: true })).state.saved.open, false);
  });

  it('shows a selected case despite a filter or a collapsed subtask', () => {
    const choose: PageEvent = { type: 'choose', subtask: '0', case: '3', focus: false };
    const filtered = after(showing(mixed), failedOnly, choose);
    assert.deepEqual(filtered.state.saved.filter, { kind: 'all' });
    assert.deepEqual(nameAt(filtered.state, filtered.moves), [['reveal', '3']]);
    const inFold: PageEvent = { type: 'choose', subtask: '1', case: '5', focus: true };
    const unfolded = after(showing(many, { first: firstFailed }), inFold);
    assert.deepEqual(nameAt(unfolded.state, unfolded.moves), [['focus', '1-5']]);
  });

  it('changes nothing visible if the record doesn’t contain the selected case', () => {
    const { state, moves } = after(showing(mixed), {
      type: 'choose',
      subtask: '9',
      case: '1',
      focus: true,
    });
    assert.equal(activeSlot(state), null);
    assert.deepEqual(moves, []);
  });

  it('moves the focus to the nearest square when a filter hides the focused square', () => {
    const point: PageEvent = { type: 'point', slot: { section: 0, slot: 1 }, focus: true };
    const filter: PageEvent = { type: 'filter', filter: { kind: 'failed' }, isGridFocused: true };
    const { state, moves } = after(showing(mixed), point, filter);
    assert.deepEqual(nameAt(state, moves), [['focus', '6']]);
    assert.equal(activeCase(state)?.case.name, '6');
    // Without focus in the grid, the case is remembered.
    assert.equal(activeCase(after(showing(mixed), point, failedOnly).state)?.case.name, '2');
  });

  it('focuses the first failed case on the first key press, otherwise the first case, otherwise a button', () => {
    const first: RecordHead['first'] = {
      kind: 'case',
      name: '6',
      place: { subtask: '1', case: '6' },
      said: '',
    };
    const failed = after(showing(mixed, { first }), { type: 'focus' });
    assert.deepEqual(nameAt(failed.state, failed.moves), [['focus', '6']]);
    const passed = after(showing(mixed), { type: 'focus' });
    assert.deepEqual(nameAt(passed.state, passed.moves), [['focus', '1']]);
    const empty = after(showing(envelopeOf(judgementOf(11, []))), { type: 'focus' });
    assert.deepEqual(empty.moves, [{ kind: 'focusFirstButton' }]);
  });

  it('collapses and expands a subtask', () => {
    const fold: PageEvent = { type: 'toggleFold', subtask: '2' };
    const folded = after(showing(many, { first: firstFailed }), fold);
    assert.equal(folded.state.sections[1]?.shown?.length, 0);
    assert.equal(update(folded.state, fold).state.sections[1]?.shown, null);
  });

  it('keeps full descriptions until another record is shown', () => {
    const place = { subtask: '1', case: '6' };
    const description: PageEvent = { type: 'description', side: 'record', ...place, text: 'all of it' };
    const { state } = after(showing(mixed), description, showing(mixed));
    assert.equal(state.whole.get(descriptionKey('record', place)), 'all of it');
    assert.equal(update(state, showing(mixed, {}, 'b')).state.whole.size, 0);
  });
});
