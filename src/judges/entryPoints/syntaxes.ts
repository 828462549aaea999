import type { Quote, Syntax } from './tokens';

const doubleQuote: Quote = { open: '"', close: '"', hasEscapes: true };
const singleQuote: Quote = { open: "'", close: "'", hasEscapes: true };
const multilineDoubleQuote: Quote = { ...doubleQuote, isMultiline: true };
/** The two-character escape of the language is its doubled quote, which looks like the next literal. */
const doubledQuotes: Quote = { open: '"', close: '"', hasEscapes: false };

const cComments: Pick<Syntax, 'lineComments' | 'blockComments'> = {
  lineComments: ['//'],
  blockComments: [{ open: '/*', close: '*/' }],
};

const nestedComments: Pick<Syntax, 'lineComments' | 'blockComments'> = {
  lineComments: ['//'],
  blockComments: [{ open: '/*', close: '*/', isNested: true }],
};

export const javaSyntax: Syntax = {
  ...cComments,
  quotes: [{ open: '"""', close: '"""', hasEscapes: true, isMultiline: true }, doubleQuote],
  hasCharacters: true,
};

export const kotlinSyntax: Syntax = {
  ...nestedComments,
  quotes: [
    { open: '"""', close: '"""', hasEscapes: false, isMultiline: true, interpolation: 'always' },
    { ...doubleQuote, interpolation: 'always' },
  ],
  hasCharacters: true,
  hasQuotedNames: true,
};

export const scalaSyntax: Syntax = {
  ...nestedComments,
  quotes: [
    { open: '"""', close: '"""', hasEscapes: false, isMultiline: true, interpolation: 'prefixed' },
    { ...doubleQuote, interpolation: 'prefixed' },
  ],
  hasCharacters: true,
  hasQuotedNames: true,
};

export const cSyntax: Syntax = {
  ...cComments,
  quotes: [doubleQuote],
  hasCharacters: true,
  hasDirectives: true,
  rawString: {
    first: 'RuUL',
    begin: /(?:u8|[uUL])?R"([^()\\\s"]{0,16})\(/y,
    end: (delimiter) => `)${delimiter}"`,
  },
};

export const csharpSyntax: Syntax = {
  ...cComments,
  quotes: [
    { open: '"""', close: '"""', hasEscapes: false, isMultiline: true },
    { open: '$@"', close: '"', hasEscapes: false, isMultiline: true },
    { open: '@$"', close: '"', hasEscapes: false, isMultiline: true },
    { open: '@"', close: '"', hasEscapes: false, isMultiline: true },
    doubleQuote,
  ],
  hasCharacters: true,
  hasDirectives: true,
};

export const goSyntax: Syntax = {
  ...cComments,
  quotes: [{ open: '`', close: '`', hasEscapes: false, isMultiline: true }, doubleQuote],
  hasCharacters: true,
};

export const rustSyntax: Syntax = {
  ...nestedComments,
  quotes: [multilineDoubleQuote],
  hasCharacters: true,
  rawString: { first: 'rb', begin: /b?r(#{0,16})"/y, end: (delimiter) => `"${delimiter}` },
};

/** D, Swift, Zig, Dart, and others that look like C */
export const otherCSyntax: Syntax = {
  ...nestedComments,
  quotes: [
    { open: '"""', close: '"""', hasEscapes: true, isMultiline: true },
    { open: '`', close: '`', hasEscapes: false, isMultiline: true },
    doubleQuote,
  ],
  hasCharacters: true,
};

export const pythonSyntax: Syntax = {
  lineComments: ['#'],
  blockComments: [],
  quotes: [
    { open: '"""', close: '"""', hasEscapes: true, isMultiline: true },
    { open: "'''", close: "'''", hasEscapes: true, isMultiline: true },
    doubleQuote,
    singleQuote,
  ],
};

export const javascriptSyntax: Syntax = {
  ...cComments,
  lineComments: ['//', '#!'],
  quotes: [
    { open: '`', close: '`', hasEscapes: true, isMultiline: true, interpolation: 'always' },
    doubleQuote,
    singleQuote,
  ],
  hasRegularExpressions: true,
};

export const luaSyntax: Syntax = {
  lineComments: ['--', '#!'],
  blockComments: [
    { open: '--[[', close: ']]' },
    { open: '--[=[', close: ']=]' },
  ],
  quotes: [{ open: '[[', close: ']]', hasEscapes: false, isMultiline: true }, doubleQuote, singleQuote],
};

export const haskellSyntax: Syntax = {
  lineComments: ['--'],
  blockComments: [{ open: '{-', close: '-}', isNested: true }],
  quotes: [doubleQuote],
  hasCharacters: true,
  nameCharacters: "'",
};

export const ocamlSyntax: Syntax = {
  lineComments: [],
  blockComments: [{ open: '(*', close: '*)', isNested: true }],
  quotes: [{ open: '{|', close: '|}', hasEscapes: false, isMultiline: true }, multilineDoubleQuote],
  hasCharacters: true,
};

export const pascalSyntax: Syntax = {
  lineComments: ['//'],
  blockComments: [
    { open: '{', close: '}' },
    { open: '(*', close: '*)' },
  ],
  quotes: [{ open: "'", close: "'", hasEscapes: false }],
};

export const fortranSyntax: Syntax = {
  lineComments: ['!'],
  blockComments: [],
  quotes: [doubledQuotes, { open: "'", close: "'", hasEscapes: false }],
};

export const adaSyntax: Syntax = {
  lineComments: ['--'],
  blockComments: [],
  quotes: [doubledQuotes],
  hasCharacters: true,
};

export const erlangSyntax: Syntax = {
  lineComments: ['%'],
  blockComments: [],
  quotes: [multilineDoubleQuote],
  nameCharacters: '@',
  hasAtoms: true,
  // `$"` is a character
  rawString: { first: '$', begin: /\$(?:\\.|.)/y, end: () => '' },
};

export const elixirSyntax: Syntax = {
  lineComments: ['#'],
  blockComments: [],
  quotes: [
    { open: '"""', close: '"""', hasEscapes: true, isMultiline: true },
    { open: "'''", close: "'''", hasEscapes: true, isMultiline: true },
    multilineDoubleQuote,
    { ...singleQuote, isMultiline: true },
  ],
};
