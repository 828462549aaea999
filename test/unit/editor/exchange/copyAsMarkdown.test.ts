import { browser, restoreEnv, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { copyAsMarkdown } from '../../../../src/editor/exchange/copyAsMarkdown';
import type { Extension } from '../../../../src/editor/extension';
import { nodeOf } from '../../../../src/editor/list/treeNodes';
import { Redaction } from '../../../../src/judges/signIn/redaction';
import { envelope, key, makeStore, newRecord, oneCase, subtask } from '../../records/fixtures';
import { standIn } from '../../support/standIn';

describe('Results copied as Markdown', () => {
  beforeEach(() => speak('en'));
  after(restoreEnv);

  it('contain no credential, even one that this window hasn’t used', async () => {
    const { store } = makeStore();
    const failed = { ...oneCase(1, 6), description: 'token s3cr3t-of-alice leaked' };
    await store.receive(
      key,
      { envelope: envelope(6, [subtask(1, [failed])]) },
      { via: 'ask', receivedAt: 1, add: newRecord('r1') },
    );
    const redaction: Redaction = new Redaction({ hideAll: async () => redaction.add('s3cr3t-of-alice') });
    const judges = { credentials: { redaction } };
    const extension = standIn<Extension>({ store, judges, tree: {}, selectedRows: {} });
    browser.clipboard = '';
    await copyAsMarkdown(extension, [nodeOf.record(key)]);
    assert.match(browser.clipboard, /token ••• leaked/);
  });
});
