import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { l10n } from 'vscode';
import { behindChinese } from '../../../../src/editor/labels/text';

describe('words of either language in one sentence', () => {
  afterEach(() => speak('en'));

  const titles = (): string[] =>
    ['Hydro', l10n.t('Luogu-compatible API')].map((label) => l10n.t('Add {0}', behindChinese(label)));

  it('stand behind Chinese with a blank where they are Latin, without one where they are Chinese', () => {
    speak('zh-cn');
    assert.deepEqual(titles(), ['添加 Hydro', '添加兼容洛谷开放平台 API 的平台']);
    assert.deepEqual(['7', '"judge"', '“学校”'].map(behindChinese), [' 7', ' "judge"', '“学校”']);
  });

  it('stand in an English sentence as they are', () => {
    assert.deepEqual(titles(), ['Add Hydro', 'Add Luogu-compatible API']);
  });
});
