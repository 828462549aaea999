import { describeCases } from './cases';
import { lua } from '../../../src/compiler/toolchains/lua';
import { describeKnown } from './known';
import assert from 'node:assert/strict';
import { told } from './told';

describe('lua', () => {
  describeCases('lua');

  describeKnown(lua, ['lua: x', '/usr/bin/lua5.4: x', 'luac: x', 'luajit-2.1: x', 'texlua: x', './lua: x']);

  it('reads output of lua, luac and LuaJIT, with a stack', () => {
    assert.deepEqual(
      told(`lua: a b.lua:3: attempt to call a nil value (global 'foo')
stack traceback:
	a b.lua:3: in function 'g'
	(...tail calls...)
	[C]: in ?
	a b.lua:9: in main chunk
after
	x.lua:1: in no stack
/usr/bin/lua5.4: x.lua:1: y
./luajit: cannot open x.lua
luac: x.lua:2: 'end' expected near <eof>
texlua: t.lua:1: z
lux: t.lua:1: no
lu/a: t.lua:1: no
`),
      [
        "lua error a b.lua:3:- attempt to call a nil value (global 'foo')",
        "+ a b.lua:3:- in function 'g'",
        '+ a b.lua:9:- in main chunk',
        'lua error x.lua:1:- y',
        'lua error -:-:- cannot open x.lua',
        "lua error x.lua:2:- 'end' expected near <eof>",
        'lua error t.lua:1:- z',
      ],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'lua: a.lua:1: known\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('lua '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of [
      'a lua: x',
      'lua x: y',
      'luas and more than twelve: x',
      'lua:x',
      './x: y',
      't: x',
      'lux: x',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });

  it('reads a message of several lines if a stack follows it', () => {
    assert.deepEqual(
      told(`lua: a.lua:1: first
second
stack traceback:
	a.lua:1: in main chunk
lua: a.lua:2: first
printed
lua: a.lua:3: other
	second
stack traceback:
	[C]: in ?
`),
      [
        'lua error a.lua:1:- first\nsecond',
        '+ a.lua:1:- in main chunk',
        'lua error a.lua:2:- first',
        'lua error a.lua:3:- other\n\tsecond',
      ],
    );
  });

  it('reads the position of an error in a module, or of another thrown value, from the next lines', () => {
    assert.deepEqual(
      told(`lua: error loading module 'm' from file './m.lua':
	./m.lua:4: unexpected symbol near '='
stack traceback:
	[C]: in function 'require'
	a.lua:1: in main chunk
lua5.4: (error object is a table value)
stack traceback:
	[C]: in function 'error'
	a.lua:7: in function 'f'
	a.lua:9: in main chunk
`),
      [
        "lua error ./m.lua:4:- error loading module 'm' from file './m.lua':\nunexpected symbol near '='",
        '+ a.lua:1:- in main chunk',
        'lua error a.lua:7:- (error object is a table value)',
        "+ a.lua:7:- in function 'f'",
        '+ a.lua:9:- in main chunk',
      ],
    );
  });

  it('ignores line 0 in a stack', () => {
    assert.deepEqual(
      told(`lua5.4: (error object is a table value)
stack traceback:
	a.lua:0: in main chunk
`),
      ['lua error a.lua:-:- (error object is a table value)', '+ a.lua:-:- in main chunk'],
    );
  });
});
