import assert from 'node:assert/strict';
import { gnat } from '../../../src/compiler/toolchains/gnu';
import { describeKnown } from './known';
import { describeCases } from './cases';
import { told } from './told';

describe('gnat', () => {
  describeCases('gnat');

  describeKnown(gnat, ['a.adb:12:34: x', '/tmp/a b.ads:12:03: x', 'a.ada:1:001: x']);

  it('recognizes severities, styles and options, and joins broken lines', () => {
    assert.deepEqual(
      told(`a.adb:6:09: error: expected type "Standard.Integer"
a.adb:6:09: found a string type
a.ads:7:01: warning: "X" is not referenced [-gnatwu]
a.adb:8:01: (style) bad casing of "X" [-gnatyr]
a.adb:8:02: info: foo
a.adb:8:03: high: foo
a.adb:8:04: medium: x
a.adb:8:05: low: x
a.adb:8:06: check: x
a.ada:8:06: warning: (style) x [enabled by default]
a.adb:9:01: error: long text
        that goes on
        and on [-gnatw.x]
`),
      [
        'gnat error a.adb:6:9 expected type "Standard.Integer"',
        'gnat error a.adb:6:9 found a string type',
        'gnat warning a.ads:7:1 [-gnatwu] "X" is not referenced',
        'gnat warning a.adb:8:1 [-gnatyr] bad casing of "X"',
        'gnat information a.adb:8:2 foo',
        'gnat warning a.adb:8:3 foo',
        'gnat warning a.adb:8:4 x',
        'gnat warning a.adb:8:5 x',
        'gnat warning a.adb:8:6 x',
        'gnat warning a.ada:8:6 x',
        'gnat error a.adb:9:1 [-gnatw.x] long text that goes on and on',
      ],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'a.adb:6:09: known\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('gnat '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of ['a.adb:6: x', 'a.adbx:6:09: y', 'aadb:6:09: x', 'a.adx:6:09: x', 'a.adb:6:09:x'])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });

  it('ignores severity words in the middle of a message', () => {
    assert.deepEqual(
      told(`a.adb:16:09: the (style) of it
a.adb:17:09: see error: x
a.adb:18:09: see [-gnatwu] there
gnat.txt:19:09: error: y
a.adb.old:20:09: z
`),
      [
        'gnat error a.adb:16:9 the (style) of it',
        'gnat error a.adb:17:9 see error: x',
        'gnat error a.adb:18:9 see [-gnatwu] there',
        'gcc error gnat.txt:19:9 y',
      ],
    );
  });
});
