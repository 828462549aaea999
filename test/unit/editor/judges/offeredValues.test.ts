import { quickPicks, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { FakeQuickPick, PickItem } from '../../support/fakeQuickPick';
import type { Extension } from '../../../../src/editor/extension';
import { askOffered } from '../../../../src/editor/judges/askOffered';
import { RequestFailed, judgeTypes, type OfferedValue, type RequestFailure } from '../../../../src/judges';
import { standIn } from '../../support/standIn';

const HOUR = 3_600_000;

describe('Contests suggested while a site is added', () => {
  const refusal = (status: number): RequestFailure => ({
    kind: 'status',
    status,
    error: null,
    retryAfter: null,
  });
  /** Descriptions of the rows that were shown last. */
  let descriptions: readonly string[] = [];

  /** Returns the rows shown for this response to a guest; null if the user must enter the ID. */
  async function rowsFor(answer: readonly OfferedValue[] | RequestFailure) {
    let rows: readonly string[] | null = null;
    const value = await valueFor(answer, 'typed', (pick) => {
      rows = pick.items.map(({ label }) => label);
      descriptions = pick.items.map(({ description = '' }) => description);
      pick.hide();
    });
    assert.equal(value.value, rows === null ? 'typed' : undefined);
    return rows as readonly string[] | null;
  }

  const chooseAnother = (pick: FakeQuickPick<PickItem>): void => {
    pick.activeItems = pick.items.filter(({ label }) => label === 'Another…');
    pick.accept();
  };

  /** Returns the value after the user entered a text in a second box, or in the list. */
  const typedFor = async (values: readonly OfferedValue[], text: string) => {
    const [entered, typed] = [
      await valueFor(values, text, chooseAnother),
      await valueFor(values, '', (pick) => {
        pick.type(text);
        pick.accept();
      }),
    ];
    assert.equal(entered.value, typed.value);
    return entered.value;
  };

  async function valueFor(
    answer: readonly OfferedValue[] | RequestFailure,
    typed: string,
    use: (pick: FakeQuickPick<PickItem>) => void,
  ) {
    const client = {
      clockLead: 0,
      ask: async () => {
        if ('kind' in answer) throw new RequestFailed(answer);
        return answer;
      },
    };
    const extension = standIn<Extension>({
      judges: { clientWith: async () => client, all: async () => [] },
    });
    const { listedField } = judgeTypes.clics;
    assert.ok(listedField);
    const site = { type: 'clics', url: 'https://judge.example.edu/api' };
    quickPicks.length = 0;
    const asked = askOffered(extension, 'Add', site, listedField, async () => typed);
    await setImmediate();
    const [pick] = quickPicks;
    if (pick) use(pick);
    return asked;
  }

  beforeEach(() => speak('en'));

  it('include the account’s contests, even if guests see none or are rejected', async () => {
    const closed = ['Sign In…', 'Another…'];
    assert.deepEqual(await rowsFor([{ value: 'f', name: 'Finals' }]), ['Finals', ...closed]);
    assert.deepEqual(await rowsFor([]), closed);
    assert.deepEqual(await rowsFor(refusal(401)), closed);
    assert.deepEqual(await rowsFor(refusal(403)), closed);
  });

  it('have the short name of a contest whose ID is a number', async () => {
    const values = [{ value: '52', name: 'School 2026', otherNames: ['school', 'school26'] }];
    await rowsFor(values);
    assert.equal(descriptions[0], 'school');
    const chosen = await valueFor(values, '', (pick) => pick.accept());
    assert.deepEqual([chosen.value, chosen.name], ['52', 'School 2026']);
    const typed = await valueFor(values, 'SCHOOL26', chooseAnother);
    assert.deepEqual([typed.value, typed.name], ['52', 'School 2026']);
    const other = await valueFor(values, 'final', chooseAnother);
    assert.deepEqual([other.value, other.name], ['final', undefined]);
  });

  it('show when they start or end: running ones first, then the next one, the last one that ended last', async () => {
    const at = (startsIn: number | null, endsIn: number | null) => ({
      startsAt: startsIn === null ? null : Date.now() + startsIn * HOUR,
      endsAt: endsIn === null ? null : Date.now() + endsIn * HOUR,
    });
    const rows = await rowsFor([
      { value: 'old', name: 'Old', times: at(-90, -80) },
      { value: 'ended', name: 'Ended', times: at(-5, -1) },
      { value: 'delayed', name: 'Delayed', times: at(null, null) },
      { value: 'later', name: 'Later', times: at(50.6, 55) },
      { value: 'next', name: 'Next', times: at(1.01, 5) },
      { value: 'now', name: 'Now', times: at(-1, 3.6) },
    ]);
    assert.deepEqual(rows, ['Now', 'Next', 'Later', 'Delayed', 'Sign In…', 'Another…', 'Ended', 'Old']);
    assert.deepEqual(descriptions, [
      'now · ends in 4 h',
      'next · starts in 60 min',
      'later · starts in 51 h',
      'delayed',
      '',
      '',
      'ended · ended',
      'old · ended',
    ]);
  });

  it('never begin with one that has ended', async () => {
    const times = { startsAt: Date.now() - 5 * HOUR, endsAt: Date.now() - HOUR };
    const rows = await rowsFor([{ value: 'past', name: 'Past', times }]);
    assert.deepEqual(rows, ['Sign In…', 'Another…', 'Past']);
  });

  it('can be typed by short name or name, in any letter case', async () => {
    const finals = { value: '2', name: 'The Finals', otherNames: ['finals26'] };
    for (const text of ['finals26', 'FINALS26', 'the finals', '2']) {
      assert.equal(await typedFor([finals], text), '2', text);
    }
    assert.equal(await typedFor([finals], 'Hidden'), 'Hidden');
  });

  it('include a typed one, and keep the box open if it can’t be an ID', async () => {
    const answer = await valueFor([{ value: 'f', name: 'Finals' }], '', (pick) => {
      pick.type('The Other');
      pick.accept();
      assert.ok(pick.isOpen);
      pick.type('other');
      assert.deepEqual(
        pick.shown.map(({ label, description }) => `${label} ${description}`),
        ['Another… other'],
      );
      pick.accept();
    });
    assert.equal(answer.value, 'other');
  });

  it('must be entered by the user if the site can’t list them', async () => {
    assert.equal(await rowsFor(refusal(500)), null);
  });
});
