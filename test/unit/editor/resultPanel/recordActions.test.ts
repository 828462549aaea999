import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { dataAtJudge, recordActions } from '../../../../src/editor/resultPanel/recordActions';
import { thisComputer } from '../../../../src/judges/adapters/thisComputer';
import type { KnownRecord } from '../../../../src/records';
import type { Judge } from '../../../../src/judges';
import { luogu } from '../../../support/profiles';
import { envelope, finished, makeStore } from '../../records/fixtures';

describe('The actions on the page of a record', () => {
  beforeEach(() => speak('en'));

  it('open the code of another user’s submission, and offer no file for it', () => {
    const submission = { problemId: 'A', title: null, place: null, language: null, optimise: false };
    const buttons = (record: KnownRecord) => {
      const atJudge = dataAtJudge(record, luogu);
      const context = {
        all: [record],
        isKept: true,
        isComparison: false,
        before: null,
        isOutputOnPage: false,
      };
      const actions = recordActions(record, { ...context, atJudge });
      return actions.flatMap(({ id, place }) => (place === 'button' || place === 'primary' ? id : []));
    };
    const own = finished({ ...envelope(6, []), requestId: 'r1' }, { submission, judgedHash: 'a'.repeat(64) });
    const ofTeam = { ...own, submission: { ...submission, user: 'Team Two' } };
    assert.deepEqual(
      [buttons(own), buttons(ofTeam), buttons({ ...ofTeam, judgedHash: null })],
      [['setSourceFile'], ['openSource'], []],
    );
  });

  async function actionsAt(judge: Judge, status: number) {
    const { store } = makeStore();
    const added = await store.add({ service: judge.id, requestId: 'r1', rules: luogu.rules, folder: null });
    assert.ok(added);
    await store.receive(added.key, { envelope: envelope(status, []) }, { via: 'ask', receivedAt: 1 });
    const record = store.get(added.key) ?? added;
    const context = { all: [record], isKept: true, isComparison: false, before: null, isOutputOnPage: false };
    const actions = recordActions(record, { ...context, atJudge: dataAtJudge(record, judge) });
    return actions.map(({ id }) => id);
  }

  it('refresh no run on this computer that has ended, because it can’t change', async () => {
    const [finished, judging] = [12, 1];
    const canRefresh = async (judge: Judge, status: number) =>
      (await actionsAt(judge, status)).includes('refresh');
    assert.deepEqual(
      [
        await canRefresh(thisComputer, finished),
        await canRefresh(thisComputer, judging),
        await canRefresh(luogu, finished),
      ],
      [false, true, true],
    );
  });
});
