import {
  fortranSyntax,
  javascriptSyntax,
  luaSyntax,
  ocamlSyntax,
  pascalSyntax,
  pythonSyntax,
} from './syntaxes';
import { tokensOf, type Tokens } from './tokens';

/** The modules and names that a file uses, and those that it provides to others. */
export interface References {
  /** Modules and paths that the file uses, as the file writes them */
  readonly used: ReadonlySet<string>;
  /** Modules and names that the file provides; empty: only its own name */
  readonly provided: ReadonlySet<string>;
}

/** Finds what a file of a language uses. Runs in linear time. */
export type ReferenceReader = (text: string) => References;

const nothing: ReadonlySet<string> = new Set();

/** `import a.b as c, d`, and `from a import b` */
export function pythonReferences(text: string): References {
  const tokens = tokensOf(text, pythonSyntax);
  const used = new Set<string>();
  for (let index = 0; index < tokens.count; index += 1) {
    const isStatement = tokens.startsLine(index) || tokens.is(index - 1, ';') || tokens.is(index - 1, ':');
    if (!isStatement) continue;
    if (tokens.is(index, 'from')) {
      const { name, end } = dottedName(tokens, index + 1);
      // `from . import a` refers to a file of the same folder
      if (name === '' && tokens.is(end, 'import')) used.add(tokens.text(end + 1));
      else used.add(name);
    } else if (tokens.is(index, 'import')) index = readImports(tokens, index + 1, used);
  }
  return { used, provided: nothing };
}

/** Reads `a.b as c, d` and returns the index of the last token. */
function readImports(tokens: Tokens, from: number, used: Set<string>): number {
  let index = from;
  for (;;) {
    const { name, end } = dottedName(tokens, index);
    used.add(name);
    index = tokens.is(end, 'as') ? end + 2 : end;
    if (!tokens.is(index, ',')) return index - 1;
    index += 1;
  }
}

function dottedName(tokens: Tokens, from: number): { readonly name: string; readonly end: number } {
  let index = from;
  // the dots of a relative import
  while (tokens.is(index, '.')) index += 1;
  const names: string[] = [];
  while (tokens.isWord(index) && !tokens.is(index, 'import')) {
    if (names.length < 16) names.push(tokens.text(index));
    index += 1;
    if (!tokens.is(index, '.')) break;
    index += 1;
  }
  return { name: names.join('.'), end: index };
}

/** `import … from './a.js'`, `import './a.js'`, `import('./a.js')`, `require('./a')` */
export function javascriptReferences(text: string): References {
  const tokens = tokensOf(text, javascriptSyntax);
  const used = new Set<string>();
  for (let index = 0; index < tokens.count; index += 1) {
    const isKeyword = tokens.is(index, 'from') || tokens.is(index, 'import') || tokens.is(index, 'require');
    if (!isKeyword) continue;
    const argument = tokens.is(index + 1, '(') ? index + 2 : index + 1;
    if (tokens.isText(argument)) used.add(tokens.text(argument));
  }
  return { used, provided: nothing };
}

/**
 * `require "a"` and `dofile "a.lua"`. A file also uses another one if it calls a function that the other one defines,
 * because judges run all files one after the other.
 */
export function luaReferences(text: string): References {
  const tokens = tokensOf(text, luaSyntax);
  const used = new Set<string>();
  const provided = new Set<string>();
  for (let index = 0; index < tokens.count; index += 1) {
    if (tokens.is(index, 'function') && tokens.isWord(index + 1) && !tokens.is(index - 1, 'local')) {
      provided.add(tokens.text(index + 1));
      index += 1;
    } else if (tokens.isWord(index)) used.add(tokens.text(index));
    else if (tokens.isText(index)) used.add(tokens.text(index));
  }
  for (const name of provided) used.delete(name);
  return { used, provided };
}

/** `Helper.go`, `open Helper`: any name in upper case can be a module. */
export function ocamlReferences(text: string): References {
  const tokens = tokensOf(text, ocamlSyntax);
  const used = new Set<string>();
  for (let index = 0; index < tokens.count; index += 1) {
    if (tokens.isWord(index)) used.add(tokens.text(index));
  }
  return { used, provided: nothing };
}

/** `use geo`, and the modules that the file declares */
export function fortranReferences(text: string): References {
  const tokens = tokensOf(text.toLowerCase(), fortranSyntax);
  const used = new Set<string>();
  const provided = new Set<string>();
  for (let index = 0; index < tokens.count; index += 1) {
    if (!tokens.startsLine(index) && !tokens.is(index - 1, ';')) continue;
    if (tokens.is(index, 'use')) {
      const colons = tokens.is(index + 1, ',') ? index + 3 : index + 1;
      used.add(tokens.text(tokens.is(colons, ':') ? colons + 2 : colons));
    } else if (tokens.is(index, 'module') && !tokens.is(index + 1, 'procedure'))
      provided.add(tokens.text(index + 1));
  }
  return { used, provided };
}

/** `uses a, b;` */
export function pascalReferences(text: string): References {
  const tokens = tokensOf(text.toLowerCase(), pascalSyntax);
  const used = new Set<string>();
  let isUses = false;
  for (let index = 0; index < tokens.count; index += 1) {
    if (tokens.is(index, 'uses')) isUses = true;
    else if (tokens.is(index, ';')) isUses = false;
    else if (isUses && tokens.isWord(index)) used.add(tokens.text(index));
  }
  return { used, provided: nothing };
}

/** A statement that refers to another file, at the beginning of a line. Group 1: the rest of the line */
const scriptStatement =
  /^[ \t]{0,200}(?::-[ \t]{0,20})?(?:(?:require|require_once|require_relative|include|include_once|load|dofile|source|use|do|consult|use_module|ensure_loaded|import)\b|\.[ \t]|\[)(.{0,300})/gm;

/** `require "a"`, `source a.sh`, `:- consult(a).` of languages with one statement on each line */
export function scriptReferences(text: string): References {
  const used = new Set<string>();
  for (const [, rest = ''] of text.matchAll(scriptStatement)) {
    for (const [name] of rest.matchAll(/\w[\w.-]*/g)) used.add(name);
  }
  return { used, provided: nothing };
}
