import { commandArguments, commandsRun, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { Uri } from 'vscode';
import { openVerdictHelp } from '../../../../src/editor/recordPage/verdictHelp';
import type { ExtensionServices } from '../../../../src/editor/shared/extensionServices';
import { root } from '../../../../tools/root';
import { standIn } from '../../support/standIn';

describe('“Learn More” about a verdict', () => {
  afterEach(() => speak('en'));

  for (const language of ['en', 'zh-cn'] as const) {
    it(`opens the section of a document that ships with the extension: ${language}`, async () => {
      speak(language);
      const context = { extensionUri: Uri.file(root) };
      await openVerdictHelp(standIn<ExtensionServices>({ context }), 'wrong-answer');
      assert.equal(commandsRun.at(-1), 'vscode.open');
      const [document] = commandArguments.at(-1) ?? [];
      assert.ok(document instanceof Uri);
      assert.equal(document.path.includes('zh-cn'), language === 'zh-cn');
      assert.ok(fs.existsSync(document.path));
      assert.equal(document.fragment, 'wrong-answer');
    });
  }
});
