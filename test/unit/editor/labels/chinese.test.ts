import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { l10n } from 'vscode';
import { spacedAfterChinese } from '../../../../src/editor/labels/sanitizeText';

describe('Judge names in Chinese and English sentences', () => {
  afterEach(() => speak('en'));

  const titles = (): string[] =>
    ['Hydro', l10n.t('Luogu-compatible API')].map((label) => l10n.t('Add {0}', spacedAfterChinese(label)));

  it('are separated from Chinese text by a blank only if the name is Latin', () => {
    speak('zh-cn');
    assert.deepEqual(titles(), ['添加 Hydro', '添加兼容洛谷开放平台 API 的平台']);
    assert.deepEqual(['7', '"judge"', '“学校”'].map(spacedAfterChinese), [' 7', ' "judge"', '“学校”']);
  });

  it('are unchanged in an English sentence', () => {
    assert.deepEqual(titles(), ['Add Hydro', 'Add Luogu-compatible API']);
  });
});
