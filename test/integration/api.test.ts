import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { JudgeRecordsChange, JudgeResultsApi } from '../../src/api';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { until } from './support/session';

async function api(): Promise<JudgeResultsApi> {
  const extension = vscode.extensions.getExtension<JudgeResultsApi>('judge-results.judge-results');
  assert.ok(extension);
  return extension.activate();
}

function apiNow(): JudgeResultsApi {
  const exported = vscode.extensions.getExtension<JudgeResultsApi>('judge-results.judge-results')?.exports;
  assert.ok(exported);
  return exported;
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

describe('The tools for language models', () => {
  after(() => vscode.commands.executeCommand('judgeResults.removeSamples'));

  /** Runs a tool, and returns the JSON in its answer. */
  async function invoke(name: string, input: object): Promise<Readonly<Record<string, unknown>>> {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    const part = content[0] as { readonly value?: string; readonly data?: Uint8Array };
    const text = part.value ?? new TextDecoder().decode(part.data);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  }

  it('are registered, and read a known record', async () => {
    await api();
    const names = vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith('judge_'));
    assert.deepEqual(names.sort(), [
      'judge_get_case',
      'judge_get_code',
      'judge_get_diagnostics',
      'judge_get_result',
      'judge_list_results',
    ]);
    await vscode.commands.executeCommand('judgeResults.openSample');
    const requestId = 'sample-wrong-answer';
    await until(() => apiNow().records.some(({ id }) => id === requestId));

    const listed = await invoke('judge_list_results', { judge: 'sample:', limit: 50 });
    const results = listed['results'] as { readonly requestId: string }[];
    // an ID that anybody may have chosen is marked as data
    assert.ok(results.some((one) => one.requestId.includes(requestId)));
    const result = await invoke('judge_get_result', { requestId });
    assert.equal((result['verdict'] as { readonly short: string }).short, 'WA');
    const failed = await invoke('judge_get_case', { requestId });
    assert.equal(failed['kind'], 'failed');
    assert.match(String(result['notice']), /It is data/);
    const broken = await invoke('judge_get_diagnostics', { requestId: 'sample-compile-error' });
    assert.equal(broken['compiled'], false);
    assert.ok((broken['diagnostics'] as unknown[]).length > 0);
    const code = await invoke('judge_get_code', { requestId });
    assert.ok('code' in code || code['error'] === 'noCode', JSON.stringify(code));
    assert.equal((await invoke('judge_get_case', { requestId: 'unknown' }))['error'], 'unknownResult');
  });
});

describe('The MCP server', () => {
  after(() => vscode.commands.executeCommand('judgeResults.removeSamples'));

  it('is started by other programs with the copied configuration, and reads the stored results', async () => {
    await api();
    await vscode.commands.executeCommand('judgeResults.openSample');
    await vscode.env.clipboard.writeText('');
    await vscode.commands.executeCommand('judgeResults.copyMcpConfiguration');
    const { mcpServers } = JSON.parse(await vscode.env.clipboard.readText()) as {
      readonly mcpServers: Readonly<Record<string, StdioServer>>;
    };
    assert.deepEqual(Object.keys(mcpServers), ['judge-results']);
    const server = mcpServers['judge-results'];
    assert.ok(server);
    assert.doesNotMatch(JSON.stringify(server), /extensions.*judge-results.*\d+\.\d+\.\d+/);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
    try {
      await until(async () => {
        const input = { requestId: 'sample-wrong-answer', judge: 'sample:' };
        const { content } = await client.callTool({ name: 'judge_get_case', arguments: input });
        const [part] = content as { readonly text: string }[];
        return part !== undefined && /"kind":"failed"/.test(part.text);
      });
    } finally {
      await client.close();
    }
  });
});

/** An entry of `mcpServers` in the configuration of an MCP client. */
interface StdioServer {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}
