import assert from 'node:assert/strict';
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

  it('takes for an error what has no word, with a column or without', () => {
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

  it('names the line of the program that died, where one is named', () => {
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
});
