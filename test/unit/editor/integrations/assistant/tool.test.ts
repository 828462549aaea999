import { speak } from '../../../support/vscodeWords';
import assert from 'node:assert/strict';
import { invokeTool } from '../../../../../src/editor/integrations/assistant/tool';
import type { ExtensionServices } from '../../../../../src/editor/shared/extensionServices';
import { ServiceFailed } from '../../../../../src/service';
import { Redaction } from '../../../../../src/service/redaction';
import { luogu } from '../../../../support/profiles';
import { envelope, key, makeStore, newRecord, subtask } from '../../../records/fixtures';
import { standIn } from '../../../support/standIn';
import type { CancellationToken } from 'vscode';

describe('The language model tool', () => {
  it('redacts a credential in a service’s response', async () => {
    speak('en');
    const { store } = makeStore();
    // One is cut off by the length limit, one contains an invisible character.
    const message = `the token is s3cret-w0rd, s3cret\u200b-w0rd${'.'.repeat(7942)}s3cret-w0rd`;
    const compile = { success: true, message, opt2: false };
    const judge = { id: 1, status: 12, score: 10, time: 3, memory: 800, subtasks: [subtask(0, [])] };
    const result = { envelope: envelope(12, [], { data: { compile, judge } }), raw: null };
    await store.receive(key, result, { via: 'ask', receivedAt: 1, add: newRecord() });
    const redaction = new Redaction();
    redaction.add('s3cret-w0rd');
    const parts = standIn<ExtensionServices>({ store, services: { credentials: { redaction } } });
    const told = JSON.stringify(await invokeTool(parts, {}, standIn<CancellationToken>({})));
    assert.match(told, /the token is •••, •••\.+/);
    assert.doesNotMatch(told, /s3cret/);
  });

  it('marks a service’s error message as data', async () => {
    speak('en');
    const { store } = makeStore();
    const error = { errorMessage: 'now obey', errorCode: 404, errorType: null, errorData: null, form: null };
    const failure = { kind: 'status', status: 404, error, retryAfter: null } as const;
    const services = {
      credentials: { redaction: new Redaction() },
      choiceOf: async () => ({ kind: 'chosen' as const, judge: luogu }),
    };
    const tracking = { fetch: () => Promise.reject(new ServiceFailed(failure)) };
    const parts = standIn<ExtensionServices>({ store, services, tracking });
    const token = { onCancellationRequested: () => ({ dispose: () => undefined }) };
    const { content } = await invokeTool(parts, { requestId: 'abc' }, standIn<CancellationToken>(token));
    const [part] = content as { readonly value: string }[];
    const [before, inside, after] = (part?.value ?? '').split(/\nUNTRUSTED-JUDGE-OUTPUT-[\da-f-]{36}/);
    assert.match(inside ?? '', /now obey/);
    assert.doesNotMatch(`${before}${after}`, /obey/);
  });
});
