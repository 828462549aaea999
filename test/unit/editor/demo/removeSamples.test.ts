import { contexts, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import type { Extension } from '../../../../src/editor/extension';
import { removeSamples } from '../../../../src/editor/demo/demoResults';
import { isSample, demoJudge } from '../../../../src/records/record';
import { setContextWhere } from '../../../../src/editor/shared/contextKeys';
import { makeStore, newRecord } from '../../records/fixtures';
import { standIn } from '../../support/standIn';
import { nodeOf } from '../../../../src/editor/list/treeNodes';

describe('“Remove Demo Results”', () => {
  beforeEach(() => speak('en'));

  it('removes the demo results, and keeps other selected results', async () => {
    const { store } = makeStore();
    const own = await store.add(newRecord('own'));
    const sample = await store.add(newRecord('one', { service: demoJudge }));
    assert.ok(own && sample);
    const parts = { store, tree: {}, selectedRows: { current: [nodeOf.record(own.key)] } };
    for (const times of [1, 2]) {
      await removeSamples(standIn<Extension>(parts));
      assert.deepEqual(
        store.records().map(({ key }) => key),
        [own.key],
        `time ${times}`,
      );
    }
  });

  it('is available while demo results exist, whichever command removes them', async () => {
    const { store } = makeStore();
    const watch = setContextWhere('hasSamples', store, isSample);
    const sample = await store.add(newRecord('one', { service: demoJudge }));
    assert.ok(sample);
    assert.equal(contexts.get('judgeResults.hasSamples'), true);
    await store.remove([sample.key]);
    assert.equal(contexts.get('judgeResults.hasSamples'), false);
    watch.dispose();
  });
});
