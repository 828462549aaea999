import assert from 'node:assert/strict';
import { r } from '../../../src/compiler/toolchains/r';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('r', () => {
  describeCases('r');

  describeKnown(r, [
    'Error in f(1) : x',
    'Error in f(1) : \n  x',
    'Error: x\nExecution halted',
    '错误: x\n停止执行',
    '错误于library(x) : y',
    'Warning message:',
    '警告信息：',
  ]);

  it('reads the position of a parser error on the first or the next line', () => {
    assert.deepEqual(
      told(`Error in source("C:\\\\judge files (2)\\\\a.R") : 
  C:\\judge files (2)\\a.R:2:44: unexpected string constant
1: n <- 1
2: paste("a" "b"
             ^
Error in parse("a.R") : a.R:7:0: unexpected end of input
Execution halted
`),
      [
        'r error C:\\judge files (2)\\a.R:2:44 unexpected string constant',
        'r error a.R:7:- unexpected end of input',
      ],
    );
  });

  it('reads errors and warnings without a position, with their call', () => {
    assert.deepEqual(
      told(`Error in 1:3 + base::c("x : y") : non-numeric argument
Error in half(0) (from a.R#3) : object 'nn' not found
错误于library(nosuch) : 不存在叫‘nosuch’这个名字的程辑包
Warning message:
In x + c(1, 2) :
  longer object length is not a multiple of shorter object length
警告信息：
强制改变过程中产生了NA 
In addition: Warning messages:
1: In f(1) : careful
2: In g(2) :
  twice
3: top level 
Error: could not open file
Calls: f -> g
Execution halted
Error: of somebody else

Execution halted
`),
      [
        'r error -:-:- y") : non-numeric argument\nin 1:3 + base::c("x',
        "r error a.R:3:- object 'nn' not found\nin half(0)",
        'r error -:-:- 不存在叫‘nosuch’这个名字的程辑包\nin library(nosuch)',
        'r warning -:-:- longer object length is not a multiple of shorter object length\nin x + c(1, 2)',
        'r warning -:-:- 强制改变过程中产生了NA',
        'r warning -:-:- careful\nin f(1)',
        'r warning -:-:- twice\nin g(2)',
        'r warning -:-:- top level',
        'r error -:-:- could not open file',
      ],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'Error in k(1) : known\n';
    const expected = told(known);
    for (const lines of [
      'Error: of anybody',
      'Error: of anybody\n\nExecution halted or not',
      'Error: \nmore',
      'An Error in f(1) : x',
      'Error in f(1): x',
      'Error inf(1) : x',
      'Warning messages: x',
      'The Warning message:\nIn f(1) :\n  x',
      'In f(1) :\n  x',
      '1: In f(1) : x',
    ])
      assert.deepEqual(told(`${lines}\n\n${known}`), expected, lines);
  });

  it('recognizes an error without a call by the parser’s message or the lines after it', () => {
    assert.deepEqual(
      told(`Error: unexpected symbol in "a b"
Error in k(1) : known
Error: first
more
Error: second
Calls: f
Execution halted
错误: 意外的符号
错误: 三
停止执行
`),
      [
        'r error -:-:- unexpected symbol in "a b"',
        'r error -:-:- known\nin k(1)',
        'r error -:-:- second',
        'r error -:-:- 意外的符号',
        'r error -:-:- 三',
      ],
    );
  });

  it('reads a position only from the parser', () => {
    assert.deepEqual(
      told(`Error in f("a.R") : a.R:2:44: x
Error in parse(text = s) : <text>:1:3: unexpected symbol
1: a b
      ^
2: not of it
Error in source("a.R") : cannot open a.R
Error in g(1) (from a.R#x) : y
`),
      [
        'r error -:-:- a.R:2:44: x\nin f("a.R")',
        'r error <text>:1:3 unexpected symbol',
        'r error -:-:- cannot open a.R\nin source("a.R")',
        'r error -:-:- y\nin g(1) (from a.R#x)',
      ],
    );
  });
});
