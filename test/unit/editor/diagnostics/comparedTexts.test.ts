import '../../support/vscodeWords';
import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import assert from 'node:assert/strict';
import { Uri } from 'vscode';
import { textToCompare } from '../../../../src/editor/diagnostics/comparedTexts';
import type { LinkedSources } from '../../../../src/editor/diagnostics/linkedSources';
import type { KnownRecord } from '../../../../src/records';
import { standIn } from '../../support/standIn';

describe('The judged text in a comparison', () => {
  const workspace = workspaceOnDisk();

  async function compared(judged: string, isReturned: boolean): Promise<string | null> {
    const { folder, write } = workspace();
    write('a.py', '\n  print(1)\nprint(2)\n');
    const sources = standIn<LinkedSources>({ judgedText: async () => judged });
    const record = standIn<KnownRecord>({ judgedHash: isReturned ? 'x' : null });
    return textToCompare(sources, record, Uri.file(`${folder}/a.py`));
  }

  it('has the ends of the file if the judge removed its own', async () => {
    assert.equal(await compared('print(1)', true), '\n  print(1)\n');
  });

  it('is exactly the submitted text if the judge returned none', async () => {
    assert.equal(await compared('print(1)', false), 'print(1)');
  });
});
