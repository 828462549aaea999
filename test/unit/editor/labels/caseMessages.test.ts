import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { caseDescription } from '../../../../src/editor/labels/caseLabels';

describe('A case’s description', () => {
  afterEach(() => speak('en'));
  const sent = (template: string, ...params: string[]) => ({
    description: template.replace(/\{(\d)\}/g, (_, index: string) => params[Number(index)] ?? ''),
    ...(params.length > 0 ? { extra: { template, params } } : {}),
  });

  it('is translated if its message is known', () => {
    const known = [
      [sent('On line {0}: Read {1}, expect {2}.', '1', '14', '15'), '第 1 行：读到 14，应为 15。'],
      [sent('Read {0}, expect {1}.', '14', '15'), '读到 14，应为 15。'],
      [sent('Your program returned {0}.', '3'), '程序返回 3。'],
      [sent('Sample'), '样例'],
      [sent('Sample: {0}', 'wrong answer'), '样例：wrong answer'],
      [sent('User output longer than standard answer.'), '输出比标准答案长。'],
      [sent('Standard answer longer than user output.'), '输出比标准答案短。'],
    ] as const;
    for (const [one, chinese] of known) {
      speak('en');
      assert.equal(caseDescription(one), one.description);
      speak('zh-cn');
      assert.equal(caseDescription(one), chinese);
    }
  });

  it('stays as received if its message is unknown', () => {
    speak('zh-cn');
    assert.equal(caseDescription(sent('Checker said {0}.', 'no')), 'Checker said no.');
    assert.equal(caseDescription({ description: 'toString' }), 'toString');
    assert.equal(caseDescription({ description: 'x', extra: { template: 'constructor', params: 7 } }), 'x');
    assert.equal(caseDescription({ description: null }), null);
  });

  it('treats parameters as plain text, without replacing braces in them', () => {
    speak('zh-cn');
    assert.equal(caseDescription(sent('Read {0}, expect {1}.', '{1}', '2')), '读到 {1}，应为 2。');
  });
});
