import assert from 'node:assert/strict';
import { tokensOf } from '../../../src/compiler/toolchains/python/tokens';

describe('Tokens in a line of Python', () => {
  const texts = (line: string) => tokensOf(line).map(({ start, end }) => line.slice(start, end));

  it('include words, numbers, strings, comments, and operators', () => {
    assert.deepEqual(texts('  变数 = x1**=.5 if 0x_f else rb"a\\"b" // 1.5e3 # "c'), [
      ...['变数', '=', 'x1', '**=', '.5', 'if', '0x_f', 'else', 'rb"a\\"b"', '//', '1.5e3', '# "c'],
    ]);
    assert.deepEqual(texts(`'''a'b''' 'c' "d`), [`'''a'b'''`, "'c'", '"d']);
    assert.deepEqual(texts('"a\\'), ['"a\\']);
    assert.deepEqual(texts('？😀$'), ['？', '😀', '$']);
  });

  it('include the tokens inside f-string fields', () => {
    const line = 'f"a{{b}} {x + {1}[0]}" + rb"{y}"';
    assert.deepEqual(texts(line), [
      ...['f"a{{b}} {x + {1}[0]}"', '{', 'x', '+', '{', '1', '}', '[', '0', ']', '}', '+', 'rb"{y}"'],
    ]);
    const inner = tokensOf(line).filter(({ kind }) => kind === 'inner');
    assert.equal(inner.length, 10);
  });
});
