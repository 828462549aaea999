import { elixirSyntax, erlangSyntax } from './syntaxes';
import { tokensOf } from './tokens';

/** A module of a file, and whether it contains the function `main`. */
export interface Module {
  readonly name: string;
  readonly hasMain: boolean;
}

/** Returns the module of an Erlang file, after which the file must be named; null: it declares none. */
export function readErlang(source: string): Module | null {
  const tokens = tokensOf(source, erlangSyntax);
  let name: string | null = null;
  let hasMain = false;
  for (let index = 0; index < tokens.count; index += 1) {
    if (name === null && tokens.are(index, ['-', 'module', '(']) && tokens.isWord(index + 3))
      name = tokens.text(index + 3);
    hasMain ||= tokens.is(index, 'main') && (tokens.is(index + 1, '(') || tokens.is(index + 1, '/'));
  }
  return name === null ? null : { name, hasMain };
}

/** Returns the modules of an Elixir file that aren't inside of another one. */
export function readElixir(source: string): readonly Module[] {
  const tokens = tokensOf(source, elixirSyntax);
  const modules: { name: string; hasMain: boolean }[] = [];
  for (let index = 0; index < tokens.count; index += 1) {
    if (tokens.is(index, 'defmodule') && tokens.isWord(index + 1) && tokens.startsLine(index)) {
      const names = [tokens.text(index + 1)];
      for (let dot = index + 2; tokens.is(dot, '.') && names.length < 16; dot += 2)
        names.push(tokens.text(dot + 1));
      if (tokens.column(index) === 0 || modules.length === 0)
        modules.push({ name: names.join('.'), hasMain: false });
    }
    const last = modules.at(-1);
    if (last && tokens.are(index, ['def', 'main'])) last.hasMain = true;
  }
  return modules;
}
