import assert from 'node:assert/strict';
import { isTitleCase, styleProblems } from '../../tools/l10n/style';

describe('The check of words', () => {
  it('refuses quotation marks, dots and spellings that VS Code doesn’t use', () => {
    for (const text of [
      '«Ask Again» tries once more',
      'Submit...',
      'Results are asked for',
      '{0} wants to know who is asking',
      '{0} wants a token',
      '{0} judgings pending',
      'Submit with optimisation',
      'The color of behaviour',
      'Cancelled.',
    ]) {
      assert.notDeepEqual(styleProblems(text), [], text);
    }
  });

  it('lets ordinary sentences through', () => {
    for (const text of [
      'Submit Active File…',
      'Select an authentication method',
      '{0} requires sign-in (401). {1}',
    ]) {
      assert.deepEqual(styleProblems(text), [], text);
    }
  });

  it('asks for Title Case in commands', () => {
    for (const title of [
      'Copy as Markdown',
      'Fetch Judge Result',
      'Submit Active File…',
      'Open in Browser',
    ]) {
      assert.ok(isTitleCase(title), title);
    }
    for (const title of ['Fetch judge result', 'try again', 'Compare with previous']) {
      assert.ok(!isTitleCase(title), title);
    }
  });
});
