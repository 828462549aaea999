import assert from 'node:assert/strict';
import { other } from '../../../src/compiler/toolchains/other';
import { describeKnown } from './known';
import { told } from './told';

const long = `${'d/'.repeat(198)}abcd`;

// the format that the GNU coding standards define for all tools
describe('an unknown tool', () => {
  describeKnown(other, ['a/b.x:12: x', 'C:a.x:12:34: x', 'a:1: x']);

  it('is read if it prints a file and a line', () => {
    assert.deepEqual(told('/path/to/file:42: it went wrong \n'), [
      'other error /path/to/file:42:- it went wrong',
    ]);
    assert.deepEqual(told('C:\\src\\file.x:42: it went wrong'), [
      'other error C:\\src\\file.x:42:- it went wrong',
    ]);
    assert.deepEqual(told('prog.zz:5: it went wrong'), ['other error prog.zz:5:- it went wrong']);
    assert.deepEqual(told('building\n\na/b.x:5: first\nmy dir/c.x:6: second\n'), [
      'other error a/b.x:5:- first',
      'other error my dir/c.x:6:- second',
    ]);
  });

  it('requires a plausible file name', () => {
    for (const line of [
      'file:5: message',
      'what?/a.x:6: message',
      'a*.x:6: message',
      '12:30: message',
      '1.5:3: message',
    ]) {
      assert.deepEqual(told(`a/b.x:5: known\n${line}`), ['other error a/b.x:5:- known'], line);
    }
    assert.deepEqual(told(`a/b.x:5: known\n${long}:7: longest`).length, 2);
    assert.deepEqual(told(`a/b.x:5: known\n${long}e:7: too long`).length, 1);
  });

  it('requires one blank before the message', () => {
    for (const line of [
      'a/b.x:7:message',
      'a/b.x:7:  message',
      'a/b.x:7:\tmessage',
      ' a/b.x:7: message',
      'a/b.x:7: ',
    ]) {
      assert.deepEqual(told(`a/b.x:5: known\n${line}`), ['other error a/b.x:5:- known'], line);
    }
  });

  it('is ignored in a line that ends with a colon', () => {
    assert.deepEqual(told('/path/to/file:42: in function f:\n/path/to/file:43: it went wrong\n'), [
      'other error /path/to/file:43:- it went wrong',
    ]);
  });

  it('is neither trace output of Haxe nor a call in a stack', () => {
    for (const line of [
      'Main.hx:6: characters 21-22 : Unknown identifier : y',
      'Main.hx:6: start',
      'a/b.pike:2: /main()->div(3,0)',
    ])
      assert.deepEqual(told(`a/b.x:5: known\n${line}`), ['other error a/b.x:5:- known'], line);
  });

  it('is used only if no other toolchain is more certain', () => {
    assert.deepEqual(told('a/b.x:5: first\na/b.c:6:7: error: second\n'), ['gcc error a/b.c:6:7 second']);
    assert.deepEqual(told('a/b.x:5: first\nprog.go:7:2: undefined: x\n'), [
      'go error prog.go:7:2 undefined: x',
    ]);
  });
});
