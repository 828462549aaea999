import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { casesOf, describeCases } from './cases';

describe('gcc', () => {
  describeCases('gcc');

  it('reads the same from every language', () => {
    const places = (name: string) =>
      casesOf('gcc')
        .filter((found) => found.name === name)
        .flatMap(({ message }) => parseCompilerOutput(message))
        .map(({ severity, line, column, endColumn, code }) => [severity, line, column, endColumn, code]);
    assert.deepEqual(places('gcc-columns-zh'), places('gcc-columns-en'));
  });

  it('offers nothing of several replacements that belong together', () => {
    const message = `a.cpp:6:8: warning: suggest parentheses [-Wparentheses]
fix-it:"a.cpp":{6:6-6:6}:"("
fix-it:"a.cpp":{6:11-6:11}:")"
a.cpp:7:3: error: expected ';'
fix-it:"a.cpp":{7:2-7:2}:";"
`;
    assert.deepEqual(
      parseCompilerOutput(message).map(({ fixes }) => fixes?.map(({ replacement }) => replacement)),
      [undefined, [';']],
    );
  });
});
