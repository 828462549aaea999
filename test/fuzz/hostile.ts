/**
 * Messages made to be slow: what a regular expression could try again from every place, lines and chains without end,
 * beginnings that never come to anything.
 *
 * @param size of each, in characters
 */
export function hostile(size: number): Record<string, string> {
  const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  /** each toolchain is made to look: one true line, then the rest */
  const behind = (first: string, piece: string) => `${first}\n${fill(piece)}`;
  return {
    'one line of letters': fill('a'),
    'one line of blanks': `${fill(' ')}x`,
    'one line of tabs': fill('\t'),
    'one line of digits': `a.c:1:1: error: ${fill('1')}`,
    colons: fill(':'),
    'wide colons': fill('：'),
    'positions in one line': fill('a:1:1: '),
    'numbers in one line': fill(':1'),
    'opening brackets': fill('('),
    'positions in brackets': fill('a(1,1'),
    'square brackets': behind('a.c:1:1: warning: x [-Wx]', ']['),
    'empty options': fill('a.c:1:1: warning: x [] [] []\n'),
    'escapes that go nowhere': fill('\x1b['),
    'links that go nowhere': fill('\x1b]8;;'),
    'empty lines': fill('\n'),
    'carriage returns': fill('\r'),
    'lines of a blank': fill(' \n'),
    'quoted files': fill('File "'),
    'a chain of includes': behind('a.c:1:1: error: x', 'In file included from a.h:1,\n'),
    'a chain that goes on': fill(',\n                 from a.h:1'),
    'carets without end': `a.c:1:1: error: x\n    1 | ${fill('~')}^\n      | ${fill('~')}^`,
    'a source of tabs': `a.c:1:9: error: x\n    1 | ${fill('\t')}é\n      | ${fill(' ')}^`,
    'gutters without end': behind('a.c:1:1: error: x', '    1 | \n      | ^\n'),
    'labels without end': behind('a.c:1:1: error: x\n    1 | x\n      | ^', '      | |\n'),
    'notes without end': behind('a.c:1:1: error: x', 'a.c:1:1: note: x\n'),
    'rust that never ends': behind('error[E0001]: x\n --> a.rs:1:1', '1 | _____^\n'),
    'rust marks without end': behind('error[E0001]: x\n --> a.rs:1:1\n  |\n1 | x', '  | ^ x\n'),
    'rust labels far from their marks': `error[E0001]: x\n --> a.rs:1:1\n  |\n1 | x\n  | ${'^ - '.repeat(size / 8)}\n${'  | a  b  c  d  e\n'.repeat(size / 34)}`,
    'rust marks under wide characters': `error[E0001]: x\n --> a.rs:1:9999999\n  |\n1 | ${'变'.repeat(size / 4)}\n  | ${'^ '.repeat(size / 4)}`,
    'python groups without an end': fill('  + Exception Group Traceback (most recent call last):\nx\n'),
    'perl that may be anywhere': `${fill(' at x')} line 3x`,
    'perl lines that may be anywhere': fill(`${' at x'.repeat(900)} line 3x\n`),
    'bars of long spans': `error[E0001]: x\n --> a.rs:1:1\n  |\n1 | ${fill('| ')}\n  | ${fill('|_')}^`,
    'a stack of python': behind('Traceback (most recent call last):', '  File "a.py", line 1, in f\n    x\n'),
    'a stack of java': fill('Main.java:1: error: x\n'),
    'a java error without a caret': fill('Main.java:1: error: x\n  y\n'),
    'a stack of node': behind('/a.js:1\nx\n^\n\nError: x', '    at f (/a.js:1:1)\n'),
    'places alone on a line': behind('/a.js:1\nx\n^\n\nSyntaxError: x', 'a.js:1\n'),
    'php that never ends': behind('PHP Parse error:  x in a.php on line 1', 'PHP Parse error:  x\n'),
    'php with one end far away': `${fill('Warning: x\n')} in a.php on line 1`,
    'haskell that never ends': behind('a.hs:1:1: error:', '    x\n'),
    'ocaml that never ends': behind('File "a.ml", line 1, characters 1-2:\nError: x', '  x\n'),
    'julia that never ends': behind('ERROR: LoadError: x', '# Error @ a.jl:1:1\n'),
    'perl that is near': behind('syntax error at a.pl line 1, near "', ' at a line 1, near "x\n'),
    'linker parts': behind("ld: a.o: in function `f':", 'a.o:a.o:a.o:a.o:\n'),
    'sections of a linker': fill('a.c:(.text+0x1): '),
    'brackets of dotnet': behind(
      'a.cs(1,1): error CS0001: x',
      'a.cs(1,1): (Location of the symbol related to previous x\n',
    ),
    'quotes in a question': behind(`a.c:1:1: error: ${'‘x’ '.repeat(100)}?`, 'a.c:1:1: error: ‘ ?\n'),
    'ranges of clang': `a.c:1:1:${'{1:1-1:2}'.repeat(9000)}: error: x [-Werror,-Wx]`,
  };
}
