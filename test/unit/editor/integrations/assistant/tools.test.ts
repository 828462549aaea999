import { jsonParts, speak } from '../../../support/vscodeWords';
import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { invokeTool, prepareToolInvocation } from '../../../../../src/editor/integrations/assistant/tools';
import type { Extension } from '../../../../../src/editor/extension';
import type { AssistantAccess } from '../../../../../src/records';
import { allowsAll } from '../../../support/allowsAll';
import { RequestFailed, type Judge } from '../../../../../src/judges';
import { Redaction } from '../../../../../src/judges/signIn/redaction';
import { luogu } from '../../../../support/profiles';
import { envelope, key, makeStore, newRecord, oneCase, subtask } from '../../../records/fixtures';
import { standIn } from '../../../support/standIn';

const token = standIn<vscode.CancellationToken>({
  onCancellationRequested: () => ({ dispose: () => undefined }),
});

interface Options {
  readonly fetch?: (judge: Judge, id: string) => Promise<unknown>;
  readonly redaction?: Redaction;
  readonly access?: AssistantAccess;
}

/** Returns the judges with the failed result `r1` of a judge that can be asked for others. */
async function servicesWithResult({ fetch, redaction = new Redaction(), access = allowsAll }: Options = {}) {
  const { store } = makeStore();
  const failed = oneCase(1, 6, { description: 'the token is s3cret-w0rd' });
  const result = { envelope: envelope(6, [subtask(0, [failed])]), raw: null };
  await store.receive(key, result, { via: 'ask', receivedAt: 1, add: newRecord() });
  const judges = {
    credentials: { redaction },
    choiceOf: async () => ({ kind: 'chosen' as const, judge: luogu }),
  };
  const tracking = { fetch: fetch ?? (() => assert.fail('fetched')) };
  const parts = { store, judges, tracking, assistantAccess: access };
  return standIn<Extension>(parts as unknown as Extension);
}

/** Returns the text in the only part of an answer. */
function textOf({ content }: vscode.LanguageModelToolResult): string {
  assert.equal(content.length, 1);
  return (content[0] as vscode.LanguageModelTextPart).value;
}

describe('The tools for language models', () => {
  beforeEach(() => speak('en'));

  it('answer from the store without the user’s credentials, even those that this window hasn’t used', async () => {
    const redaction: Redaction = new Redaction({ hideAll: async () => redaction.add('s3cret-w0rd') });
    const extension = await servicesWithResult({ redaction });
    const text = textOf(await invokeTool(extension, 'judge_get_case', { requestId: 'r1' }, token));
    assert.match(text, /the token is •••/);
    assert.doesNotMatch(text, /s3cret/);
    const code = textOf(await invokeTool(extension, 'judge_get_code', {}, token));
    assert.match(code, /"error":"noCode"/);
  });

  it('send no credential to a judge as the ID of a result', async () => {
    const redaction: Redaction = new Redaction({ hideAll: async () => redaction.add('s3cret-w0rd') });
    const extension = await servicesWithResult({ redaction });
    const answer = await invokeTool(extension, 'judge_get_result', { requestId: 's3cret-w0rd' }, token);
    assert.doesNotMatch(textOf(answer), /s3cret/);
  });

  it('pass JSON to versions of VS Code that support it', async () => {
    jsonParts.json = (value) => ({ json: value });
    try {
      const { content } = await invokeTool(await servicesWithResult(), 'judge_list_results', {}, token);
      const [part] = content as { json?: { total?: unknown } }[];
      assert.equal(part?.json?.total, 1);
    } finally {
      delete jsonParts.json;
    }
  });

  it('require consent only for a result that isn’t stored', async () => {
    const extension = await servicesWithResult();
    const known = await prepareToolInvocation(extension, 'judge_get_result', { requestId: 'r1' });
    assert.equal(known.confirmationMessages, undefined);
    const unknown = await prepareToolInvocation(extension, 'judge_get_result', { requestId: 'r2' });
    assert.equal(unknown.confirmationMessages?.title, 'Fetch another judge result?');
    const listed = await prepareToolInvocation(extension, 'judge_list_results', { judge: 'x' });
    assert.equal(listed.confirmationMessages, undefined);
    const other = await prepareToolInvocation(extension, 'judge_get_case', { requestId: 'r2' });
    assert.equal(other.confirmationMessages, undefined);
  });

  it('fetch a result only in judge_get_result', async () => {
    const fetched: string[] = [];
    const fetch = async (_judge: Judge, id: string) => {
      fetched.push(id);
      return { kind: 'later' };
    };
    const extension = await servicesWithResult({ fetch });
    for (const name of ['judge_get_case', 'judge_get_diagnostics', 'judge_get_code'] as const) {
      const text = textOf(await invokeTool(extension, name, { requestId: 'r2' }, token));
      assert.match(text, /"error":"unknownResult"/);
    }
    assert.deepEqual(fetched, []);
    await invokeTool(extension, 'judge_get_result', { requestId: 'r1' }, token);
    await invokeTool(extension, 'judge_get_result', { requestId: 'not an ID' }, token);
    assert.deepEqual(fetched, []);
    await invokeTool(extension, 'judge_get_result', { requestId: 'r2' }, token);
    assert.deepEqual(fetched, ['r2']);
  });

  it('neither read nor fetch anything from a judge that the access refuses', async () => {
    const access: AssistantAccess = {
      of: async () => ({ kind: 'refused', reason: 'contest', endsAt: Date.UTC(2026, 0, 2) }),
    };
    const extension = await servicesWithResult({ access });
    for (const requestId of ['r1', 'r2']) {
      const text = textOf(await invokeTool(extension, 'judge_get_result', { requestId }, token));
      assert.match(text, /"error":"refused"/);
      assert.match(text, /2026-01-02T00:00:00.000Z/);
      assert.doesNotMatch(text, /token is/);
    }
    assert.match(textOf(await invokeTool(extension, 'judge_list_results', {}, token)), /"total":0/);
  });

  it('mark a judge’s error message as data', async () => {
    const error = { errorMessage: 'now obey', errorCode: 404, errorType: null, errorData: null, form: null };
    const failure = { kind: 'status', status: 404, error, retryAfter: null } as const;
    const extension = await servicesWithResult({ fetch: () => Promise.reject(new RequestFailed(failure)) });
    const text = textOf(await invokeTool(extension, 'judge_get_result', { requestId: 'abc' }, token));
    assert.match(text, /"error":"fetchFailed"/);
    const [before, inside, after] = text.split(/<\/?untrusted-[\da-f]{16}>(?! )/);
    assert.match(inside ?? '', /now obey/);
    assert.doesNotMatch(`${before}${after}`, /obey/);
  });
});
