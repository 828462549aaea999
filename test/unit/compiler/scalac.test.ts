import assert from 'node:assert/strict';
import { describeCases } from './cases';
import { told } from './told';

describe('scalac', () => {
  describeCases('scalac');

  it('reads on to the caret, which may stand beneath a tab', () => {
    assert.deepEqual(
      told(`a.scala:6: error: type mismatch;
 found   : String("a")
 required: Int
  val x: Int = "a"
               ^
a b.sc:7: warning: unused
	x + y
	    ^
a.scala:8: info: x
a.scala:9: trouble: x
a.scala:11: error: without source
error: fatal
warning: there was one deprecation warning; re-run with -deprecation for details
warning: there were 3 feature warnings; re-run with -feature
two errors found
`),
      [
        'scalac error a.scala:6:- type mismatch;\nfound   : String("a")\nrequired: Int «"»',
        'scalac warning a b.sc:7:- unused «y»',
        'scalac information a.scala:8:- x',
        'scalac error a.scala:11:- without source',
        'scalac error -:-:- fatal',
      ],
    );
  });

  it('leaves alone what only resembles its lines', () => {
    const known = 'a.scala:6: error: known\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('scalac '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of [
      'a.scala:6: an error: x',
      'a.scala:6:error: x',
      'a.scala:6: error x',
      'a.scala:6:7: error: x',
      'a.scalax:6: error: x',
      'errors: x',
      'an error: y',
      'warning: there was one deprecation warning; re-run with -deprecation',
      'warning: there were 3 feature warnings; re-run with -feature',
      'info: x',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });
});
