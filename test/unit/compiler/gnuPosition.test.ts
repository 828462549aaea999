import assert from 'node:assert/strict';
import { told } from './told';

describe('positions and blanks in lines of GCC and Clang', () => {
  it('may have Microsoft’s format in messages of Clang', () => {
    assert.deepEqual(
      told(`clang-cl: warning: unused [-Wunused-command-line-argument]
a.cpp(3,5): error: x
a b (1).cpp(3,5): warning: y [-Wshadow]
a.cpp(4): error: no column
a.cpp(3,5):  error: two blanks
a.cpp(3,5) : error: blank before the colon
a.cpp(3,x): error: no number
a.cpp(3,): error: no number
a.cpp(x): error: no number
a.cpp(3: error: not closed
a.cpp(3,5)
a.cpp(3,5):
a.cpp(1234567890): error: too large
a.cpp(3,1234567890): error: too large
b.cpp(5,3): note: z
f(3) a.cpp:3:5: error: colon
1 warning generated.
`),
      [
        'clang warning -:-:- [-Wunused-command-line-argument] unused',
        'clang error a.cpp:3:5 x',
        'clang warning a b (1).cpp:3:5 [-Wshadow] y',
        'clang error a.cpp:4:- no column',
        'clang error a.cpp:3:5 two blanks',
        'msvc error a.cpp:3:5 blank before the colon',
        '+ b.cpp:5:3 z',
        'clang error f(3) a.cpp:3:5 colon',
      ],
    );
  });

  it('may precede ranges, which shift the caret', () => {
    assert.deepEqual(
      told(`a.cpp:312:115:{312:103-312:114}{312:117-312:128}: error: invalid operands to binary expression
   int far = one + two;
             ~~~ ^ ~~~
1 error generated.
`),
      ['clang error a.cpp:312:115 invalid operands to binary expression'],
    );
    assert.deepEqual(
      told(`a.cpp:12:15:{12:15-12:19}: error: use of undeclared identifier 'nope'
   int wide = nope;
              ^~~~
1 error generated.
`),
      ["clang error a.cpp:12:15-19 use of undeclared identifier 'nope'"],
    );
  });

  it('may be separated by any blank, but can’t follow one', () => {
    assert.deepEqual(
      told(`a.c:5:6: erreur\u00a0: x
a.c:5:6: erreur\u202f: y
a.c:5:6: attention	: z
a.c:5:6:	error: tab
	a.c:5:6: error: indented
 a.c:5:6: error: indented
\u00a0a.c:5:6: error: indented by another blank
`),
      ['gcc error a.c:5:6 x', 'gcc error a.c:5:6 y', 'gcc warning a.c:5:6 z', 'gcc error a.c:5:6 tab'],
    );
  });

  it('may precede ranges and follow programs', () => {
    assert.deepEqual(
      told(`a.cpp:1:1: error: known
a.cpp:3:5:{3:5-3:9}{4:1-4:2}: error: one
a.cpp:3:5:{2:5-3:9}{3:1-3:8}: error: two
a.cpp:3:5:{3:6-3:9}{3:5-3:5}: error: three
a.cpp:3:5:{3:5-4:9}{3:5-3:7}: error: four
a.cpp:3:5:{3:6: error: not closed
a.cpp:3:5:{3:5-3:9} error: no colon
a.cpp:3:5:{}: error: five
a.cpp:3:5:{3:x-3:9}: error: six
cc1obj: error: seven
cc1objplus: error: eight
/usr/lib/gcc/cc1gm2: error: nine
f951: error: ten
gcc-12.2.1: error: eleven
gcc-123: error: twelve
g++-1234: error: no such version
xgcc: error: thirteen
clang-cl.exe: error: fourteen
<built-in>: warning: fifteen
<a b>: warning: no such name
d21 x: error: no program
`),
      [
        'clang error a.cpp:1:1 known',
        'clang error a.cpp:3:5-9 one',
        'clang error a.cpp:3:5-8 two',
        'clang error a.cpp:3:5 three',
        'clang error a.cpp:3:5-7 four',
        'clang error a.cpp:3:5 five',
        'clang error a.cpp:3:5 six',
        'clang error -:-:- seven',
        'clang error -:-:- eight',
        'clang error -:-:- nine',
        'clang error -:-:- ten',
        'clang error -:-:- eleven',
        'clang error -:-:- twelve',
        'clang error -:-:- thirteen',
        'clang error -:-:- fourteen',
        'clang warning -:-:- fifteen',
      ],
    );
  });
});
