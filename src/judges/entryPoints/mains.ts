import {
  adaSyntax,
  cSyntax,
  csharpSyntax,
  fortranSyntax,
  goSyntax,
  haskellSyntax,
  otherCSyntax,
  pascalSyntax,
  rustSyntax,
} from './syntaxes';
import { tokensOf, type Tokens } from './tokens';

/**
 * How sure it is that a file begins the program. `maybe`: under a condition of the preprocessor, or by a macro. `named`:
 * it begins the program, but the compiler doesn't accept the name that the file gives to its module.
 */
export type MainFunction = 'yes' | 'maybe' | 'named' | 'no';

/** Finds out whether a file contains the function or the part that begins the program. Runs in linear time. */
export type MainReader = (text: string) => MainFunction;

/** `int main(…) {` outside of all functions and namespaces */
export function cMain(text: string): MainFunction {
  const tokens = tokensOf(text, cSyntax);
  let conditions = 0;
  let found: MainFunction = 'no';
  for (let index = 0; index < tokens.count;) {
    if (tokens.isDirective(index)) {
      const directive = tokens.text(index);
      if (/^#[ \t]{0,20}if/.test(directive)) conditions += 1;
      else if (/^#[ \t]{0,20}endif/.test(directive)) conditions = Math.max(0, conditions - 1);
      // a macro can create the function
      else if (found === 'no' && /^#[ \t]{0,20}define\b/.test(directive) && /\bmain\b/.test(directive))
        found = 'maybe';
      index += 1;
    } else if (tokens.is(index, 'main') && tokens.is(index + 1, '(')) {
      index = tokens.closing(index + 1) + 1;
      if (tokens.is(index, ';') || tokens.is(index, ',')) continue;
      if (conditions === 0) return 'yes';
      found = 'maybe';
    } else index = nextOutside(tokens, index);
  }
  return found;
}

/** Skips a body. Goes into `extern "C" {`. */
function nextOutside(tokens: Tokens, index: number): number {
  const isLinkage = tokens.isText(index - 1) && tokens.is(index - 2, 'extern');
  return tokens.is(index, '{') && !isLinkage ? tokens.closing(index) + 1 : index + 1;
}

/** Other local files that a C or C++ file includes, as they are written: `inc/lib.h` */
export function cIncludes(text: string): ReadonlySet<string> {
  const tokens = tokensOf(text, cSyntax);
  const included = new Set<string>();
  for (let index = 0; index < tokens.count; index += 1) {
    if (!tokens.isDirective(index)) continue;
    const path = /^#[ \t]{0,20}include[ \t]{0,20}"([^"\n]{1,300})"/.exec(
      tokens.text(index).slice(0, 400),
    )?.[1];
    if (path !== undefined) included.add(path);
  }
  return included;
}

/** Returns a reader that looks for one of these sequences outside of all braces. */
function outsideOfBraces(
  syntax: Parameters<typeof tokensOf>[1],
  sequences: readonly (readonly string[])[],
): MainReader {
  return (text) => {
    const tokens = tokensOf(text, syntax);
    for (let index = 0; index < tokens.count; index = nextOutside(tokens, index)) {
      if (sequences.some((sequence) => tokens.are(index, sequence))) return 'yes';
    }
    return 'no';
  };
}

export const goMain = outsideOfBraces(goSyntax, [['func', 'main', '(']]);
export const rustMain = outsideOfBraces(rustSyntax, [['fn', 'main']]);
export const otherCMain = outsideOfBraces(otherCSyntax, [
  ['main', '('],
  ['@', 'main'],
]);

/** `static void Main(`, or statements outside of all types */
export function csharpMain(text: string): MainFunction {
  const tokens = tokensOf(text, csharpSyntax);
  let lastStatic = -1;
  for (let index = 0; index < tokens.count; index += 1) {
    if (tokens.is(index, 'static')) lastStatic = index;
    else if (tokens.is(index, ';') || tokens.is(index, '{') || tokens.is(index, '}')) lastStatic = -1;
    else if (lastStatic >= 0 && tokens.is(index, 'Main') && tokens.is(index + 1, '(')) return 'yes';
  }
  return hasOuterStatements(tokens) ? 'yes' : 'no';
}

const csharpDeclarations = new Set(
  'using namespace class struct interface enum record delegate extern global assembly module'.split(' '),
);

function hasOuterStatements(tokens: Tokens): boolean {
  let isDeclaration = false;
  let isEmpty = true;
  for (let index = 0; index < tokens.count;) {
    if (tokens.isDirective(index)) index += 1;
    else if (tokens.is(index, '{') || tokens.is(index, '[') || tokens.is(index, '(')) {
      const isBody = tokens.is(index, '{');
      if (isBody && !isDeclaration) return true;
      if (isBody) isDeclaration = false;
      isEmpty = true;
      index = tokens.closing(index) + 1;
    } else {
      if (tokens.is(index, ';')) {
        if (!isDeclaration && !isEmpty) return true;
        isDeclaration = false;
        isEmpty = true;
      } else if (tokens.isWord(index)) {
        isEmpty = false;
        if (csharpDeclarations.has(tokens.text(index))) isDeclaration = true;
      } else isEmpty &&= tokens.is(index, '}');
      index += 1;
    }
  }
  return false;
}

/** `main` in a file without a module name, or in `module Main` */
export function haskellMain(text: string): MainFunction {
  // the code of a literate program
  const literate = text.match(/^>.*$/gm);
  const code = literate === null ? text : literate.map((line) => line.slice(1).trimStart()).join('\n');
  const tokens = tokensOf(code, haskellSyntax);
  let definesMain = false;
  for (let index = 0; index < tokens.count && !definesMain; index += 1)
    definesMain = tokens.startsLine(index) && tokens.is(index, 'main');
  if (!definesMain) return 'no';
  return !tokens.is(0, 'module') || tokens.is(1, 'Main') ? 'yes' : 'named';
}

/** Everything but a unit or a library is a program. */
export function pascalMain(text: string): MainFunction {
  const tokens = tokensOf(text.slice(0, 200_000).toLowerCase(), pascalSyntax);
  return ['unit', 'library', 'package'].some((word) => tokens.is(0, word)) ? 'no' : 'yes';
}

/** `program x`, or statements outside of modules and procedures */
export function fortranMain(text: string): MainFunction {
  const tokens = tokensOf(text.toLowerCase(), fortranSyntax);
  const parts = ['module', 'subroutine', 'function', 'submodule', 'recursive', 'pure', 'elemental'];
  for (let index = 0; index < tokens.count; index += 1) {
    if (tokens.startsLine(index) && tokens.is(index, 'program')) return 'yes';
  }
  return parts.some((part) => tokens.is(0, part)) || isTypedFunction(tokens) ? 'no' : 'maybe';
}

function isTypedFunction(tokens: Tokens): boolean {
  for (let index = 0; index < 12; index += 1) {
    if (index > 0 && tokens.startsLine(index)) return false;
    if (tokens.is(index, 'function')) return true;
  }
  return false;
}

/** A procedure outside of a package */
export function adaMain(text: string): MainFunction {
  const tokens = tokensOf(text.toLowerCase(), adaSyntax);
  for (let index = 0; index < tokens.count; index += 1) {
    if (tokens.is(index, 'procedure')) return 'yes';
    if (['package', 'function', 'separate'].some((word) => tokens.is(index, word))) return 'no';
  }
  return 'no';
}
