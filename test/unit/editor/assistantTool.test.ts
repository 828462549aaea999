import { speak } from '../support/vscodeWords';
import assert from 'node:assert/strict';
import { invokeTool } from '../../../src/editor/assistant/tool';
import type { ExtensionServices } from '../../../src/editor/extensionServices';
import { envelope, key, makeStore, newRecord, subtask } from '../records/fixtures';

describe('the tool for assistants', () => {
  it('hands on no credential that a service has put into its answer', async () => {
    speak('en');
    const { store } = makeStore();
    const compile = { success: true, message: 'the token is s3cret-w0rd', opt2: false };
    const judge = { id: 1, status: 12, score: 10, time: 3, memory: 800, subtasks: [subtask(0, [])] };
    const result = { envelope: envelope(12, [], { data: { compile, judge } }), raw: null };
    await store.receive(key, result, { via: 'ask', receivedAt: 1, add: newRecord() });
    const credentials = { redact: (text: string) => text.replaceAll('s3cret-w0rd', '•••') };
    const parts = { store, services: { credentials } } as unknown as ExtensionServices;
    const told = JSON.stringify(await invokeTool(parts, {}, {} as never));
    assert.match(told, /the token is •••/);
    assert.doesNotMatch(told, /s3cret/);
  });
});
