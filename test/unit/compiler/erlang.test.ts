import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { erlang } from '../../../src/compiler/toolchains/erlang';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('erlang', () => {
  describeCases('erlang');

  describeKnown(erlang, [
    'a.erl:1: x',
    'a.hrl:1:2: x',
    'a.escript:1: x',
    'escript: exception error: x',
    '{"init terminating in do_boot",x}',
  ]);

  it('reads a message without a severity word as an error', () => {
    assert.deepEqual(
      told(`C:\\judge files (2)\\a.erl:3: syntax error before: ok
a.erl:4:6: Warning: variable 'X' is unused
%    4| f(X) -> 1.
%     |   ^

a.erl:5:1: function g/0 is unused
a.erl: no place
b.err:1:2: no
`),
      [
        'erlang error C:\\judge files (2)\\a.erl:3:- syntax error before: ok',
        "erlang warning a.erl:4:6 variable 'X' is unused",
        'erlang error a.erl:5:1 function g/0 is unused',
      ],
    );
  });

  it('locates a crash at a line of the program, if there is one', () => {
    assert.deepEqual(
      told(`escript: exception error: bad argument
  in function  lists:nth/2 (lists.erl, line 198)
  in call from a:half/1 (a.erl, line 8)
  in call from a:main/1 (a.erl, line 6)
escript: exception throw: oops
  in function  erl_eval:do_apply/7 (erl_eval.erl, line 742)
`),
      ['erlang error a.erl:8:- exception error: bad argument', 'erlang error -:-:- exception throw: oops'],
    );
  });

  it('locates a crash during startup from the list of calls', () => {
    assert.deepEqual(
      told(`{"init terminating in do_boot",{badarith,[{lists,nth,2,[{file,"lists.erl"},{line,182}]},{src,half,1,[{file,"src.erl"},{line,12}]},{src,main,0,[{file,"src.erl"},{line,9}]},{init,start_em,1,[]}]}}
init terminating in do_boot ({badarith,[{src,half,1,[{file,src.erl},{line,12}]}]})
`),
      [
        'erlang error src.erl:12:- {"init terminating in do_boot",{badarith,[{lists,nth,2,[{file,"lists.erl"},{line,182}]},{src,half,1,[{file,"src.erl"},{line,12}]},{src,main,0,[{file,"src.erl"},{line,9}]},{init,start_em,1,[]}]}}',
      ],
    );
  });

  for (const own of ['my_lists', 'queue_sim', 'strings', 'iota', 'dictionary'])
    it(`accepts ${own}.erl as the program’s, although it resembles a system module`, () => {
      assert.deepEqual(
        told(`escript: exception error: no function clause matching lists:foo(1)
  in function  erl_eval:do_apply/7 (erl_eval.erl, line 742)
  in call from io_lib_pretty:print/2 (io_lib_pretty.erl, line 80)
  in call from ${own}:main/1 (${own}.erl, line 104)
`),
        [`erlang error ${own}.erl:104:- exception error: no function clause matching lists:foo(1)`],
      );
    });

  it('ignores calls that aren’t below a crash header', () => {
    assert.deepEqual(
      told(`escript: exception error: undefined function gone:away/0
done (src.erl, line 3)
  in call from src:main/1 (src.erl, line 6)
`),
      ['erlang error -:-:- exception error: undefined function gone:away/0'],
    );
  });

  it('reads and detects positions of several digits', () => {
    assert.deepEqual(told('src.erl:12: syntax error before: ok'), [
      'erlang error src.erl:12:- syntax error before: ok',
    ]);
    assert.deepEqual(told("src.erl:12:25: variable 'Q' is unbound"), [
      "erlang error src.erl:12:25 variable 'Q' is unbound",
    ]);
  });

  it('skips source lines with or without a line number, and no other lines', () => {
    const ends = parseCompilerOutput(`src.erl:5:1: syntax error before: fact
%    5| fact(N) -> N * fact(N - 1).
%     | ^
src.erl:125:5: syntax error before: ok
%  125|     ok.
%     |     ^
% said by the program | of its own
src.erl:130:5: syntax error before: end
100% 5| sure
`).map(({ messageLine, messageEndLine }) => [messageLine, messageEndLine]);
    assert.deepEqual(ends, [
      [0, 3],
      [3, 6],
      [7, 8],
    ]);
  });

  it('ignores lines that only contain words of a crash, and other files', () => {
    assert.deepEqual(
      told(`src.erl:10:5: function f/3 undefined
echo escript: exception error: bad argument
{ok,{"init terminating in do_boot",x}}
src.erl.bak:3:1: left alone
`),
      ['erlang error src.erl:10:5 function f/3 undefined'],
    );
    assert.deepEqual(told('exec escript: exception error: bad argument'), []);
  });
});
