import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { JudgeRecordsChange, JudgeResultsApi } from '../../src/api';
import { until } from './support/session';

async function api(): Promise<JudgeResultsApi> {
  const extension = vscode.extensions.getExtension<JudgeResultsApi>('judge-results.judge-results');
  assert.ok(extension);
  return extension.activate();
}

describe('The extension API', () => {
  after(() => vscode.commands.executeCommand('judgeResults.removeSamples'));

  it('rejects invalid IDs and a missing judge with a message, without showing a dialog', async () => {
    const judge = await api();
    await assert.rejects(judge.fetch('not an id'), /valid ID/);
    await assert.rejects(judge.fetch('../x'), /valid ID/);
    await assert.rejects(judge.track('abc'), /online judge/);
  });

  it('reports new records, and returns frozen copies @core', async () => {
    const judge = await api();
    const changes: JudgeRecordsChange[] = [];
    const watch = judge.onDidChangeRecords((change) => changes.push(change));
    void vscode.commands.executeCommand('judgeResults.openSample');
    const samples = () => judge.records.filter(({ id }) => id.startsWith('sample-'));
    try {
      // Other tests in this window may have left records.
      await until(() => samples().length >= 6);
    } finally {
      watch.dispose();
    }
    assert.equal(samples().length, 6);
    assert.ok(changes.some(({ added }) => added.some(({ id }) => id === 'sample-accepted')));

    const accepted = judge.records.find(({ id }) => id === 'sample-accepted');
    assert.ok(accepted);
    assert.equal(accepted.state, 'finished');
    assert.deepEqual(accepted.verdict, { code: 12, short: 'AC', name: 'Accepted', kind: 'accepted' });
    assert.ok(Object.isFrozen(accepted) && Object.isFrozen(judge.records) && Object.isFrozen(judge));
    const broken = judge.records.find(({ id }) => id === 'sample-compile-error');
    assert.equal(broken?.verdict?.short, 'CE');

    const result = (await judge.result(accepted)) as {
      readonly data: { readonly compile: { message: string } };
    };
    assert.match(result.data.compile.message, / warning: /);
    assert.throws(() => {
      result.data.compile.message = '';
    });
    assert.equal(await judge.result({ service: accepted.service, id: 'unknown' }), null);
  });

  it('provides results, but no credentials and no way to submit', async () => {
    assert.deepEqual(Object.keys(await api()).sort(), [
      'fetch',
      'onDidChangeRecords',
      'records',
      'result',
      'track',
      'version',
    ]);
  });
});

describe('The language model tool', () => {
  it('is registered, and describes a known record as text', async function () {
    if (typeof (vscode.lm as Partial<typeof vscode.lm> | undefined)?.invokeTool !== 'function') {
      assert.fail('this VS Code has no tools for language models');
    }
    assert.ok(vscode.lm.tools.some(({ name }) => name === 'judge_result'));
  });
});
