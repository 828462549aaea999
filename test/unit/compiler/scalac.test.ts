import assert from 'node:assert/strict';
import { scalac } from '../../../src/compiler/toolchains/scala';
import { describeKnown } from './known';
import { describeCases } from './cases';
import { told } from './told';

describe('scalac', () => {
  describeCases('scalac');

  describeKnown(scalac, ['a.scala:12: error: x', '/tmp/a b.sc:12: warning: x', 'a.sc:1: info: x']);

  it('reads up to the caret, which may be below a tab', () => {
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

  it('ignores lines that only resemble its output', () => {
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
      'every error: x',
      'e.cpp:6: error: x',
      'w.scala.txt:6: error: x',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });

  it('leaves lines of other tools to them', () => {
    const read = told('a.scala:6: error: known\n\nerror TS18003: No inputs were found\n');
    assert.equal(read[1], 'tsc error -:-:- [TS18003] No inputs were found');
  });

  it('shows the source line of a diagnostic, not of the next one', () => {
    assert.deepEqual(
      told(`a.scala:2: info: first
a.scala:3: warning: second
	  val xyz = 1
	      ^
a.scala:4: warning: drawn with blanks
	  val xyz = 1
              ^
a.scala:5: error: a tab further on
  a	bcd
        ^
a.scala:6: error: behind the end
  a
     ^
error: it says there were 3 re-run with
warning: at the end
`),
      [
        'scalac information a.scala:2:- first',
        'scalac warning a.scala:3:- second «x»',
        'scalac warning a.scala:4:- drawn with blanks «x»',
        'scalac error a.scala:5:- a tab further on «b»',
        'scalac error a.scala:6:- behind the end «»',
        'scalac error -:-:- it says there were 3 re-run with',
        'scalac warning -:-:- at the end',
      ],
    );
  });
});
