import { commandArguments, commandsRun, speak, written } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Uri } from 'vscode';
import { headingOf, openVerdictHelp } from '../../../../src/editor/resultPanel/verdictHelp';
import type { Extension } from '../../../../src/editor/extension';
import { verdictTopics } from '../../../../src/resultPage/messages';
import { root } from '../../../../tools/root';
import { standIn } from '../../support/standIn';

const documents = { en: 'docs/verdicts.md', 'zh-cn': 'docs/zh-cn/verdicts.md' } as const;
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

describe('“Learn More” about a verdict', () => {
  afterEach(() => {
    speak('en');
    written.clear();
  });

  for (const [language, fragment] of [
    ['en', 'wrong-answer'],
    ['zh-cn', '答案错误'],
  ] as const) {
    it(`opens the section of a document that ships with the extension: ${language}`, async () => {
      speak(language);
      const file = path.join(root, documents[language]);
      written.set(file, read(documents[language]));
      const context = { extensionUri: Uri.file(root) };
      await openVerdictHelp(standIn<Extension>({ context, log: { warn: () => undefined } }), 'wrong-answer');
      assert.equal(commandsRun.at(-1), 'markdown.showPreview');
      const [document] = commandArguments.at(-1) ?? [];
      assert.ok(document instanceof Uri);
      assert.deepEqual([document.path, document.fragment], [file, fragment]);
    });
  }

  it('finds the heading of each topic in both languages', () => {
    const english = read(documents.en);
    const chinese = read(documents['zh-cn']);
    for (const topic of verdictTopics) assert.equal(headingOf(topic, english).fragment, topic);
    assert.equal(headingOf('in-review', chinese).fragment, '待审核');
    assert.match(chinese.split('\n')[headingOf('in-review', chinese).line] ?? '', /^## 待审核$/);
  });
});
