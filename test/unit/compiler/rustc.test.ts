import assert from 'node:assert/strict';
import { rustc, rustcShort } from '../../../src/compiler/toolchains/rustc';
import { describeKnown } from './known';
import { parseCompilerOutput } from '../../../src/compiler';
import { describeCases } from './cases';
import { told } from './told';

describe('rustc', () => {
  describeCases('rustc');

  describeKnown(rustc, [
    ' --> a.rs:12:34',
    '  --> /tmp/a b.rs:12:34',
    '--> a:1:2',
    'error[E0425]: x',
    'error: aborting due to 2 previous errors',
    'error: could not compile `x`',
  ]);

  it('reads fixes that older versions underline with tildes', () => {
    const message = `error[E0425]: cannot find value \`z\` in this scope
 --> src/main.rs:4:20
  |
4 |     println!("{}", z);
  |                    ^ help: a local variable with a similar name exists: \`x\`

error[E0599]: no method named \`pus\` found
 --> src/main.rs:9:7
  |
9 |     v.pus(3);
  |       ^^^
  |
help: there is a method with a similar name
  |
9 |     v.push(3);
  |       ~~~~
`;
    assert.deepEqual(
      parseCompilerOutput(message).map((d) => d.fixes),
      [
        [{ line: 4, column: 20, endColumn: 21, expected: 'z', replacement: 'x' }],
        [{ line: 9, column: 7, endColumn: 10, expected: 'pus', replacement: 'push' }],
      ],
    );
  });

  it('offers no part of a fix of several lines', () => {
    const message = `error[E0425]: x
 --> src.rs:1:5
  |
1 | use a;
  |     ^
help: try
  |
1 ~ use b;
2 ~ use c;
  |
`;
    assert.equal(parseCompilerOutput(message)[0]?.fixes, undefined);
  });

  it('skips summaries', () => {
    const message =
      'error: aborting due to 2 previous errors\n\nSome errors have detailed explanations: E0046.\n';
    assert.deepEqual(parseCompilerOutput(message), []);
  });

  it('keeps an error without a position', () => {
    const message = "error: couldn't read `x.rs`: No such file\n\nerror: aborting due to 1 previous error\n";
    assert.deepEqual(
      parseCompilerOutput(message).map((d) => [d.line, d.message]),
      [[null, "couldn't read `x.rs`: No such file"]],
    );
  });

  it('ignores marks to the left of the bars in a damaged message', () => {
    assert.deepEqual(
      told(`error: cannot find macro \`undefined_macro\` in this scope
  --> src.rs:21:5
   |
21 |     undefined_macro!(3);
   |     ^  |_____^^^^^^^^^^^^^^^
`),
      ['rustc error src.rs:21:5 cannot find macro `undefined_macro` in this scope'],
    );
  });

  it('ignores the position of an error in line 0', () => {
    assert.deepEqual(told('error: oh\n --> src.rs:0:0\n'), ['rustc error src.rs:-:- oh']);
  });

  it('offers no fix before the beginning of a line in a damaged message', () => {
    const message = `error[E0425]: cannot find value \`pp\` in this scope
  --> src.rs:14:13
   |
14 |     let q = pp.b;
   |                            ^^^^^^
   |
help: a local variable with a similar name exists
   |
14 -     let q = pp.b;
14 +     let q = p.b;
   |
`;
    assert.equal(parseCompilerOutput(message)[0]?.fixes, undefined);
  });

  it('reads notes, helps, other files, long spans and summaries', () => {
    assert.deepEqual(
      told(`error[E0425]: x
   --> src/main.rs:12:20
    |
 12 |     println!("{}", z);
    |                    ^ not found
    |
   ::: /rustc/library/core.rs:5:6
    |
  5 |     pub fn z() {}
    |            - similar
    |
note: declared here
   --> src/lib.rs:3:4
    |
  3 | fn z() {}
    |    ^ the one
    = help: consider \`x\`
    = note: more
            of it
note

warning: 2 warnings emitted

warning: \`x\` (bin "x") generated 2 warnings
error: could not compile \`x\` (bin "x") due to 1 previous error
error: build failed
warning: unused variable: \`a\`
 --> a b.rs:1:5
  |
1 | let a = 1;
  |     ^
  |     |
  |     two
help: add
  |
1 | let a: i32 = 1;
  |      +++++
help: in another line
  |
9 | foo(b, c);
  |      +++
10| foo(b, c);
help: at an end
  |
9 | foo( b)
  |     +
help: long
  |
9 | fooo(b);
  |     ~~~
...
error: multi
 --> a.rs:1:5
  |
1 |   fn f() {
  |  ________^
2 | |     x
3 | | }
  | |_^ long label
4 |   ok
  |   ^^--^^ over
  |   | inner
  |   outer

Some errors have detailed explanations: E1
For more information about this error, try \`rustc --explain E0425\`.
error: internal compiler error: oh
text of it
  indented
`),
      [
        'rustc error src/main.rs:12:20-21 [E0425] x\nnot found «z»',
        '+ /rustc/library/core.rs:5:- similar',
        '+ src/lib.rs:3:4 declared here\nthe one',
        '+ -:-:- consider `x`',
        '+ -:-:- more\nof it',
        '+ -:-:- ',
        'rustc warning a b.rs:1:5-6 unused variable: `a`\ntwo «a»',
        '+ -:-:- add',
        '+ -:-:- in another line',
        '+ -:-:- at an end',
        '+ -:-:- long',
        '1:5-6 a → a: i32',
        '9:4-5 ( → ( ',
        'rustc error a.rs:1:5 multi\nlong label',
        '+ a.rs:4:1 outer',
        '+ a.rs:4:3 inner',
        '+ a.rs:4:5 over',
        'rustc error -:-:- internal compiler error: oh\ntext of it\nindented',
      ],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'error[E0425]: known\n --> src.rs:1:2\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('rustc '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of ['an error[E0425]: x', 'error[E0425] x', 'errors: x', 'error[0425]: x', 'warning:x'])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });

  it('ignores its words in the middle of a line', () => {
    assert.deepEqual(
      told(`error: it was aborting due to x
--> of no place
text --> src.rs:1:2
  text --> src.rs:1:2
  --> src.rs:12:34 and more
  see ::: other.rs:5:6
  x = note: y
my note: z
note:to be told
  --> src.rs:12:34
12 | abc
   | ^^^ marked

warning: 12 warnings emitted
warning: 1 warning emitted
warning: \`my-crate\` (bin "my-bin") generated 12 warnings
warning: see \`x\` (bin "y") generated 2 warnings

every error[E0425]: x
`),
      [
        'rustc error -:-:- it was aborting due to x\n--> of no place\ntext --> src.rs:1:2\ntext --> src.rs:1:2\n--> src.rs:12:34 and more\nsee ::: other.rs:5:6\nx = note: y\nmy note: z',
        '+ src.rs:12:34 to be told\nmarked',
        'rustc warning -:-:- see `x` (bin "y") generated 2 warnings',
      ],
    );
  });

  it('adds a note for each label in another file, and doesn’t mark its source', () => {
    const shownIn = (place: string) =>
      told(`error: x\n --> src.rs:12:1\n   |\n   ::: ${place}\n   |\n12 | abc\n   | ^^^ not here\n`);
    for (const place of ['other.rs', 'other.rs:12']) {
      assert.deepEqual(shownIn(place), ['rustc error src.rs:12:1 x'], place);
    }
    assert.deepEqual(shownIn('my other.rs:12:1'), [
      'rustc error src.rs:12:1 x',
      '+ my other.rs:12:1 not here',
    ]);
    // tabs may be printed before it
    assert.deepEqual(shownIn('my other.rs:12:34'), [
      'rustc error src.rs:12:1 x',
      '+ my other.rs:12:- not here',
    ]);
  });

  it('marks notes that are steps from the program to the error', () => {
    const steps = (message: string) =>
      parseCompilerOutput(message).flatMap(({ related }) =>
        related
          .filter(({ step }) => step === 'use')
          .map(({ file, line, message: said }) => [file, line, said]),
      );
    assert.deepEqual(
      steps(`error[E0369]: cannot multiply \`&str\` by \`{integer}\`
 --> helper.rs:3:12
  |
3 |         $e * 2
  |            ^ - {integer}
  |
 ::: own.rs:5:20
  |
5 |     let v = twice!("a");
  |             -----------
  |             |      |
  |             |      &str
  |             in this macro invocation
`),
      [['own.rs', 5, 'in this macro invocation']],
    );
    assert.deepEqual(
      steps(`error[E0080]: evaluation panicked: N must be above 3
 --> /rustc/5980/library/core/src/panic.rs:62:8
  |
  = note: evaluation of \`mac::Bits::<2>::OK\` failed here
 --> lib/mac.rs:17:23
  |
  = note: in this macro invocation

note: erroneous constant encountered
 --> lib/mac.rs:18:36

note: the above error was encountered while instantiating \`fn Bits::<2>::new\`
 --> post.rs:4:5
  |
4 |     Bits::<2>::new()
  |     ^^^^^^^^^^^^^^^^
`).at(-1),
      ['post.rs', 4, 'the above error was encountered while instantiating `fn Bits::<2>::new`'],
    );
  });
});

describe('rustc with short errors', () => {
  describeKnown(rustcShort, ['a.rs:1:2: error[E0425]: x', 'src/a.rs:1:2: warning: x']);

  it('reads one diagnostic per line, with indented further lines', () => {
    assert.deepEqual(
      told(`C:\\judge files (2)\\a.rs:7:32: error[E0425]: cannot find value \`x\` in this scope: not found in this scope
a.rs:1:5: warning: unused import: \`std::mem\`
a.rs:4:36: error: multi
       line
error: linking with \`cc\` failed: exit status: 1
error: aborting due to 3 previous errors; 1 warning emitted
`),
      [
        'rustc error C:\\judge files (2)\\a.rs:7:32 [E0425] cannot find value `x` in this scope: not found in this scope',
        'rustc warning a.rs:1:5 unused import: `std::mem`',
        'rustc error a.rs:4:36 multi\nline',
        'rustc error -:-:- linking with `cc` failed: exit status: 1',
      ],
    );
  });
});
