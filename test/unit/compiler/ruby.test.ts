import assert from 'node:assert/strict';
import { ruby } from '../../../src/compiler/toolchains/ruby';
import { describeKnown } from './known';
import { parseCompilerOutput } from '../../../src/compiler';
import { describeCases } from './cases';
import { told } from './told';

describe('ruby', () => {
  describeCases('ruby');

  describeKnown(ruby, [
    'a.rb:12: x',
    '/tmp/a b.rb:12:in x',
    'src:12: syntax error, unexpected x',
    'my src:12: syntax errors found',
  ]);

  // printed by Ruby 3.4.9 for WebAssembly
  it('reads the listing of 3.4 and newer: one diagnostic per caret', () => {
    const message = `src.rb:2: syntax errors found (SyntaxError)
  1 | if true
> 2 |     s = "😀" + zzz) zz 3
    |                  ^ unexpected ')', ignoring it
> 3 | class foo
    |       ^~~ class/module name must be CONSTANT
  4 | end
`;
    const found = parseCompilerOutput(message);
    assert.deepEqual(
      found.map((d) => [d.file, d.line, d.message, d.excerpt?.text.slice(d.excerpt.start, d.excerpt.end)]),
      [
        ['src.rb', 2, "unexpected ')', ignoring it", ')'],
        ['src.rb', 3, 'class/module name must be CONSTANT', 'foo'],
      ],
    );
  });

  it('omits the interpreter or script before the position', () => {
    const listing = `:3: syntax error found (SyntaxError)
> 3 | x = [1, 2, 3
    |             ^ unexpected end-of-input
`;
    const filesOf = (message: string) => parseCompilerOutput(message).map(({ file, line }) => [file, line]);
    for (const [speaker, file] of [
      ['/usr/local/bin/ruby', '/tmp/my task/src.rb'],
      ['ruby3.4', 'src'],
      ['C:\\Ruby34\\bin\\ruby.exe', 'C:\\a.rb'],
      ['src.rb', 'src.rb'],
      ['/tmp/src', '/tmp/src'],
    ] as const)
      assert.deepEqual(filesOf(`${speaker}: ${file}${listing}`), [[file, 3]], speaker);
    assert.deepEqual(filesOf(`my: a.rb${listing}`), [['my: a.rb', 3]]);
    assert.deepEqual(told('/usr/bin/ruby: a.rb:2: warning: unused literal ignored\n'), [
      'ruby warning a.rb:2:- unused literal ignored',
    ]);
  });

  it('recognizes a syntax error in a file without an extension', () => {
    const message = '/tmp/compiler_1/src:5: syntax error, unexpected end-of-input\nputs f(3\n         ^\n';
    assert.deepEqual(
      parseCompilerOutput(message).map((d) => [d.toolchain, d.file, d.line]),
      [['ruby', '/tmp/compiler_1/src', 5]],
    );
  });

  it('reads syntax errors, exceptions and listings of .rb files', () => {
    assert.deepEqual(
      told(`a.rb:5: syntax error, unexpected end-of-input, expecting \`end'
a.rb:6: warning: assigned but unused variable - x
a b.rb:7: syntax error, unexpected ';'
x = (1;
      ^
a.rb:8: formal argument cannot be a constant
a.rb:3:in \`f': undefined method 'foo' for nil (NoMethodError)

    x.foo
     ^^^^
Did you mean?  for
	from a.rb:9:in \`<main>'
	... 3 levels...
	from /usr/lib/ruby/x.rb:9:in \`y'
done
(none):1: syntax error
a.rb:9:in 'Integer#/': divided by 0 (ZeroDivisionError)
	from a.rb:9:in '<main>'
a.rb: no line
a.rb:10:error
a.rb:12:
	a.rb:13: indented
a.rb:14: syntax errors found (SyntaxError)
  12 | def f
> 13 |   x = (1
     |         ^ unexpected end; expected a \`)\`
     |         ^~ and another
> 14 | 数 = ]
     |     ^ unexpected ']'
  15 |${' '}
  ~~~~~
  ...
after
`),
      [
        "ruby error a.rb:5:- syntax error, unexpected end-of-input, expecting `end'",
        'ruby warning a.rb:6:- assigned but unused variable - x',
        "ruby error a b.rb:7:- syntax error, unexpected ';' «;»",
        'ruby error a.rb:8:- formal argument cannot be a constant',
        "ruby error a.rb:3:- undefined method 'foo' for nil (NoMethodError)\nDid you mean?  for «.foo»",
        "+ a.rb:9:- in `<main>'",
        "+ /usr/lib/ruby/x.rb:9:- in `y'",
        'ruby error a.rb:9:- divided by 0 (ZeroDivisionError)',
        "+ a.rb:9:- in '<main>'",
        'ruby error a.rb:13:- unexpected end; expected a `)` «»',
        'ruby error a.rb:13:- and another «»',
        "ruby error a.rb:14:- unexpected ']' «]»",
      ],
    );
  });

  it('reads only messages specific to Ruby from a file without an extension', () => {
    assert.deepEqual(
      told(`src:5: syntax error, unexpected end-of-input
src:6: warning: unused
src:6: something else
src:6:in \`f': x (NoMethodError)
src:7: unterminated string
src:8: dynamic constant assignment
src:9: class definition in method body
src:10: Can't assign to nil
src:11: Invalid char
src:12: syntax error found (SyntaxError)
> 12 | ]
     | ^ unexpected
`),
      [
        'ruby error src:5:- syntax error, unexpected end-of-input',
        'ruby warning src:6:- unused',
        'ruby error src:7:- unterminated string',
        'ruby error src:8:- dynamic constant assignment',
        'ruby error src:9:- class definition in method body',
        "ruby error src:10:- Can't assign to nil",
        'ruby error src:11:- Invalid char',
        'ruby error src:12:- unexpected «]»',
      ],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'a.rb:5: known\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('ruby '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of [
      'a.rb:6',
      'a.rb:6:in x',
      'a.rb:6: error: x',
      'a.rb:6: note: x',
      'a.rb:6: fatal error: x',
      "a.rb:6:in `f' x",
      'a.rb:6:x: y',
      'b:6: x',
      'a.rb:6:7: syntax error, x',
      'a.rb: x',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });

  it('reads its own messages, even if they contain words of other tools', () => {
    assert.deepEqual(
      told(`a.rb:16: got error: x
a.rb:17: see in \`f': x
a.rb:18: syntax errors found here
a.rb:19: no syntax errors found
a.rb:20: syntax error, unexpected ';'
a.rb:21: warning: (1;
                    ^
a.rb:22: warning: at the end`),
      [
        'ruby error a.rb:16:- got error: x',
        "ruby error a.rb:17:- see in `f': x",
        'ruby error a.rb:18:- syntax errors found here',
        'ruby error a.rb:19:- no syntax errors found',
        "ruby error a.rb:20:- syntax error, unexpected ';' «;»",
        'ruby warning a.rb:22:- at the end',
      ],
    );
    assert.deepEqual(
      told('my src:15: syntax error, unexpected x\nmy src:16: my syntax error\nb.x:17: Invalid x\n'),
      ['ruby error my src:15:- syntax error, unexpected x', 'ruby error b.x:17:- Invalid x'],
    );
  });

  it('reads the source line of an exception only after an empty line', () => {
    assert.deepEqual(
      told(`a.rb:13:in 'f': undefined method 'foo' (NoMethodError)
	see from b.rb:1:in 'x'
    x.foo
     ^^^^
a.rb:14:in 'f': undefined method 'foo' (NoMethodError)

    x.foo
     ^^^^
	from a.rb:15:in 'g'
	from a.rb:16:in '<main>'
a.rb:17:in 'f': at the end (RuntimeError)
`),
      [
        "ruby error a.rb:13:- undefined method 'foo' (NoMethodError)",
        "ruby error a.rb:14:- undefined method 'foo' (NoMethodError) «.foo»",
        "+ a.rb:15:- in 'g'",
        "+ a.rb:16:- in '<main>'",
        'ruby error a.rb:17:- at the end (RuntimeError)',
      ],
    );
  });

  it('continues after a listing, and ignores other lines in it', () => {
    assert.deepEqual(
      told(`a.rb:12: syntax errors found
     | ^ of no line
  11 | see > 12 | x
>  12 | foo(
    | see | ^ quoted
    |    ^ unexpected end
    ~~~~
> 1234567 | ]
          | ^ unexpected ]
a.rb:13: warning: behind it
`),
      [
        'ruby error a.rb:12:- unexpected end «(»',
        'ruby error a.rb:1234567:- unexpected ] «]»',
        'ruby warning a.rb:13:- behind it',
      ],
    );
  });

  it('locates an error raised inside Ruby at the innermost line of the user', () => {
    assert.deepEqual(
      told(`<internal:/usr/lib/ruby/vendor_ruby/rubygems/core_ext/kernel_require.rb>:85:in \`require': cannot load such file -- x (LoadError)
	from <internal:/usr/lib/ruby/vendor_ruby/rubygems/core_ext/kernel_require.rb>:85:in \`require'
	from a.rb:1:in \`f'
	from a.rb:3:in \`<main>'
/usr/lib/ruby/3.1.0/json/common.rb:216:in \`parse': unexpected token at '' (JSON::ParserError)
	from b.rb:2:in \`<main>'
<internal:pack>:8:in \`pack': nobody called it (ArgumentError)
`),
      [
        'ruby error a.rb:1:- cannot load such file -- x (LoadError)',
        "+ a.rb:3:- in `<main>'",
        "ruby error b.rb:2:- unexpected token at '' (JSON::ParserError)",
        'ruby error <internal:pack>:8:- nobody called it (ArgumentError)',
      ],
    );
  });

  it('reads a message of several lines if calls follow it', () => {
    assert.deepEqual(
      told(`a.rb:1:in \`f': first (RuntimeError)

third
	from a.rb:3:in \`<main>'
a.rb:2:in \`g': first (RuntimeError)
printed
a.rb:4:in \`h': cause (RuntimeError)
	from a.rb:5:in \`<main>'
`),
      [
        'ruby error a.rb:1:- first (RuntimeError)\n\nthird',
        "+ a.rb:3:- in `<main>'",
        'ruby error a.rb:2:- first (RuntimeError)',
        'ruby error a.rb:4:- cause (RuntimeError)',
        "+ a.rb:5:- in `<main>'",
      ],
    );
  });

  it('leaves warnings about files of other languages to other toolchains', () => {
    assert.deepEqual(
      told(
        'src:5: syntax error, unexpected x\nsrc.cpp:6: warning: x\nsrc:7: warning: y\nsrc.h +2:36: warning: z\n',
      ).map((line) => line.split(' ')[0]),
      ['ruby', 'gcc', 'ruby', 'gcc'],
    );
  });

  it('reads exceptions of a program from the standard input', () => {
    assert.deepEqual(told("-:2:in `f': divided by 0 (ZeroDivisionError)\n\tfrom -:3:in `<main>'\n"), [
      'ruby error -:2:- divided by 0 (ZeroDivisionError)',
      "+ -:3:- in `<main>'",
    ]);
  });
});
