import { describeCases } from './cases';
import { perl } from '../../../src/compiler/toolchains/perl';
import { describeKnown } from './known';
import assert from 'node:assert/strict';
import { told } from './told';

describe('perl', () => {
  describeCases('perl');

  describeKnown(perl, [
    'x at a.pl line 12.',
    'x at my a.pl line 3, near "y',
    'x at a line 1, at EOF',
    'x at a line 1, <STDIN> line 2.',
  ]);

  it('reads a position at the end of a message, and any text after it', () => {
    assert.deepEqual(
      told(`syntax error at a b.pl line 3, near "my "
Global symbol "$y" requires explicit package name at a.pl line 4.
Can't find string terminator '"' anywhere before EOF at a.pl line 7.
Use of uninitialized value $x in addition (+) at a.pl line 8, <STDIN> line 4.
Missing right curly at a.pl line 9, at EOF
Illegal division by zero at a.pl line 11 (#1)
died at a.pl line 13, within string
died at a.pl line 14
`),
      [
        'perl error a b.pl:3:- syntax error, near "my "',
        'perl error a.pl:4:- Global symbol "$y" requires explicit package name',
        `perl error a.pl:7:- Can't find string terminator '"' anywhere before EOF`,
        'perl warning a.pl:8:- Use of uninitialized value $x in addition (+), <STDIN> line 4.',
        'perl error a.pl:9:- Missing right curly, at EOF',
        'perl error a.pl:11:- Illegal division by zero',
        'perl error a.pl:13:- died, within string',
        'perl error a.pl:14:- died',
      ],
    );
  });

  it('reads quoted code of several lines', () => {
    assert.deepEqual(
      told(`syntax error at a.pl line 5, near "foo
  bar
baz"
more of the program
syntax error at a.pl line 6, near "one
syntax error at a.pl line 7, near "1
2
3
4
5
6
7"
syntax error at a.pl line 8, near "end
of it`),
      [
        'perl error a.pl:5:- syntax error, near "foo\n  bar\nbaz"',
        'perl error a.pl:6:- syntax error, near "one',
        'perl error a.pl:7:- syntax error, near "1\n2\n3\n4\n5\n6',
        'perl error a.pl:8:- syntax error, near "end\nof it',
      ],
    );
  });

  it('skips summaries, comments, paths and indented lines', () => {
    assert.deepEqual(
      told(`died at a.pl line 13.
BEGIN failed--compilation aborted at a.pl line 10.
Compilation failed in require at a.pl line 1.
a.pl had compilation errors.
Execution of a.pl aborted due to compilation errors at a.pl line 3.
# comment at x.pl line 3.
/path at x.pl line 3.
 indented at x.pl line 3.
${'x'.repeat(5001)} at x.pl line 3.
`),
      [
        'perl error a.pl:13:- died',
        'perl error a.pl:3:- Execution of a.pl aborted due to compilation errors',
      ],
    );
  });

  it('distinguishes warnings from errors by their text', () => {
    const warnings = [
      '"my" variable $x masks earlier declaration in same scope',
      'Found = in conditional, should be ==',
      'Name "main::y" used only once: possible typo',
      'Scalar value @a[0] better written as $a[0]',
      'Possible precedence issue',
      'Odd number of elements in hash assignment',
      'Deep recursion on subroutine "f"',
      'Argument "a" isn\'t numeric in addition (+)',
      'Subroutine f redefined',
      'Wide character in print',
      'Variable "$x" will not stay shared',
      'Use of bare << is deprecated',
      'Unrecognized escape \\d passed through',
      "Illegal hexadecimal digit 'z' ignored",
      'readline() on closed filehandle STDIN',
      'print (...) interpreted as function',
      'Smartmatch is experimental',
      'given is experimental',
    ];
    for (const words of warnings)
      assert.deepEqual(told(`${words} at a.pl line 3.\n`), [`perl warning a.pl:3:- ${words}`]);
    for (const words of ['Illegal division by zero', 'Use of x', 'In Possible', 'Not a CODE reference']) {
      assert.deepEqual(told(`${words} at a.pl line 3.\n`), [`perl error a.pl:3:- ${words}`]);
    }
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'known at a.pl line 4.\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('perl '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of [
      'x at a.pl line 5. or',
      'x at a.pl line x.',
      'x at a.pl line 5, then',
      'at a.pl line 5.',
      'x at a"b line 5.',
      'x at a.pl line 5 (#x)',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });

  it('doesn’t report an error as a warning because it contains the text of one', () => {
    for (const words of [
      '"my" variable $x masks earlier declaration',
      'Useless use of a constant',
      'Unquoted string "x" may clash',
      'Reference found where even-sized list expected',
      'Negative repeat count does nothing',
      'Prototype mismatch',
      'Integer overflow in hexadecimal number',
      'Redundant argument in sprintf',
      'Ambiguous use of -x',
      'Duplicate specification "x"',
    ]) {
      assert.deepEqual(told(`${words} at a.pl line 13.\n`), [`perl warning a.pl:13:- ${words}`]);
      assert.deepEqual(told(`Error: ${words} at a.pl line 13.\n`), [`perl error a.pl:13:- Error: ${words}`]);
    }
    for (const words of [
      'Argument "abc" isn\'t numeric in addition (+)',
      "Argument abc isn't numeric in addition (+)",
      'Constant subroutine PI redefined',
      'Subroutine main::f redefined',
      'The signatures feature is experimental',
    ])
      assert.deepEqual(told(`${words} at a.pl line 13.\n`), [`perl warning a.pl:13:- ${words}`]);
  });

  it('reads numbers of any length', () => {
    assert.deepEqual(
      told(`readline() on closed filehandle F at a.pl line 123, <STDIN> line 4567.
died at a.pl line 123 (#45)
died at a.pl line 124, <$fh> chunk 12.
syntax error at a.pl line 125, near "a" or "b"
syntax error at a.pl line 126, near "a
b" c
d"
`),
      [
        'perl warning a.pl:123:- readline() on closed filehandle F, <STDIN> line 4567.',
        'perl error a.pl:123:- died',
        'perl error a.pl:124:- died, <$fh> chunk 12.',
        'perl error a.pl:125:- syntax error, near "a" or "b"',
        'perl error a.pl:126:- syntax error, near "a\nb" c\nd"',
      ],
    );
  });

  it('is detected by a message with an explanation', () => {
    assert.deepEqual(told('Use of uninitialized value $x at a.pl line 1 (#1)\n    (W uninitialized) An\n'), [
      'perl warning a.pl:1:- Use of uninitialized value $x',
    ]);
  });

  it('reports a wrong digit as an error unless it is ignored', () => {
    assert.deepEqual(
      told(`Illegal octal digit '8' at a.pl line 1, at end of line
Illegal hexadecimal digit 'x' ignored at a.pl line 2.
`),
      [
        "perl error a.pl:1:- Illegal octal digit '8', at end of line",
        "perl warning a.pl:2:- Illegal hexadecimal digit 'x' ignored",
      ],
    );
  });

  // printed by Perl 5.36 with -w; the program continued
  it('recognizes warnings', () => {
    const warnings = [
      '%h{"a"} in scalar context better written as $h{"a"}',
      'Scalar value @a[0] better written as $a[0]',
      'length() used on @array (did you mean "scalar(@array)"?)',
      'splice() offset past end of array',
      'Invalid negative number (-1) in chr',
      'Invalid conversion "%z" in printf',
      'say() on unopened filehandle foo',
      'print() on closed filehandle F',
      "Character in 'C' format wrapped in pack",
      "Quantifier {n,m} with n > m can't match in regex; marked by <-- HERE in m/x{3,1} <-- HERE /",
      "Warning: something's wrong",
      "Explicit blessing to '' (assuming package main)",
      'Hexadecimal number > 0xffffffff non-portable',
      'Misplaced _ in number',
      'Code point 0x110000000 is not Unicode, requires a Perl extension, and so is not portable',
      'Unknown PerlIO layer "foo"',
      'each on anonymous array will always start from the beginning',
      'Reversed += operator',
      'Illegal character in prototype for main::f : $x',
      'False [] range "a-\\d" in regex; marked by <-- HERE in m/[a-\\d <-- HERE ]/',
      'main::f() called too early to check prototype',
      '"our" variable $x redeclared',
    ];
    for (const warning of warnings)
      assert.deepEqual(told(`${warning} at a.pl line 1.\n`), [`perl warning a.pl:1:- ${warning}`]);
    for (const error of [
      'Undefined subroutine &main::foo called',
      'Invalid [] range "z-a" in regex; marked by <-- HERE in m/[z-a <-- HERE ]/',
      'Can\'t use string ("a") as a HASH ref while "strict refs" in use',
      'Illegal modulus zero',
      'Can\'t "last" outside a loop block',
    ])
      assert.deepEqual(told(`${error} at a.pl line 1.\n`), [`perl error a.pl:1:- ${error}`]);
  });
});
