import assert from 'node:assert/strict';
import { gcc } from '../../../src/compiler/toolchains/gnu';
import { parseCompilerOutput } from '../../../src/compiler';
import { casesOf, describeCases } from './cases';

describe('gcc', () => {
  describeCases('gcc');

  it('reads the same diagnostics in every language', () => {
    const places = (name: string) =>
      casesOf('gcc')
        .filter((found) => found.name === name)
        .flatMap(({ message }) => parseCompilerOutput(message))
        .map(({ severity, line, column, endColumn, code }) => [severity, line, column, endColumn, code]);
    assert.deepEqual(places('gcc-columns-zh'), places('gcc-columns-en'));
  });

  it('offers no fix if several replacements belong together', () => {
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

  it('is detected by each of its words and formats alone', () => {
    for (const line of [
      'a.c: In function ‘f’:',
      'a.c: In member function ‘f’:',
      'a.c: In static function ‘f’:',
      'a.c: In lambda function:',
      'x [-Werror=abc]',
      'cc1: x',
      'cc1plus: x',
      'cc1.exe: x',
      'cc1plus.exe: x',
      'cc1：x',
      'compilation terminated.',
      'g++: x',
      'c++: x',
      'g++-12.2: x',
      'g++：x',
      'a.c:12:34: x',
      'a.c:12:34：x',
      'a.c:12: error: x',
      'a.c:12:error: x',
      'a.c:12: 错误：x',
      'tool: error: x',
      'my.tool/x+y-z: warning: x',
      'tool： 错误： x',
    ]) {
      assert.ok(gcc.detect(line) > 1, line);
    }
  });

  it('aren’t detected by text that only resembles their output', () => {
    for (const line of [
      'a.c: In functio',
      'a.c:12: x',
      'a.c:12: two words: x',
      'a.c:x:y: z',
      'a.c:12:34 x',
      'tool: two words: x',
      'two words: error: x',
      'tool: e: x',
      'tool:error: x',
      'tool: error:x',
      'a.c:12: e: x',
      'a.c:12: eeeeeeeeeeeeeeeeeeeeeeeee: x',
      'ttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt: error: x',
      'cc2: x',
      'g+: x',
      'compilation ended',
    ])
      assert.equal(gcc.detect(line), 0, line);
  });
});
