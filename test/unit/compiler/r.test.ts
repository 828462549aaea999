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

  it('reads the place that the parser names, on the first line or the next', () => {
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

  it('reads errors and warnings without a place, with what was called', () => {
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
});
