import assert from 'node:assert/strict';
import { entryIn } from '../../../support/localRuns';

/** Parts that are repeated up to the size of a file. None of them may take quadratic time. */
const parts = [
  '{',
  '}',
  '(',
  '[',
  '"',
  "'",
  '`',
  '/',
  '/*',
  '*/',
  '//',
  '#',
  '--',
  '(*',
  '{-',
  '"""',
  '${',
  '"${',
  '"${"',
  's"${',
  '\\',
  '\\u',
  '\\u0041',
  '\\u007b',
  '@',
  '@A(',
  '@A({',
  '<',
  'fun <',
  'fun main(',
  'fun (',
  'fun f() = ',
  'class A{',
  'class A',
  'class A:\n',
  'object A ',
  'object A extends ',
  'object A{',
  'package a ',
  'package a.',
  'package a{',
  'package `a`.',
  'companion object {',
  'public ',
  'public class ',
  'public static void main(',
  'public static void main(String ',
  'enum A{',
  'record A(',
  '@interface A{',
  'import a,',
  'import a,\n',
  'import ',
  'from a import ',
  'from .',
  'a.',
  'require(',
  'require "a" ',
  'uses a,',
  'use ',
  'unit ',
  'program ',
  'module ',
  'function f ',
  'def main(',
  'defmodule A.',
  'defmodule A\n',
  '-module(',
  "-module('a",
  "$'",
  'R"(',
  'R"a(',
  'R"',
  'r#"',
  'r"',
  '#if\n',
  '#define main\n',
  '#include "a"\n',
  '#include "\\\n',
  '\\\n',
  'int main(',
  'int main();',
  'namespace a{',
  'extern "C"{',
  'static Main',
  'static void Main',
  '=/[',
  '=/a',
  '`${',
  'a\n',
  '\n',
  ' ',
  'ö',
  "1'",
  "'a'",
  '> ',
  '>\n',
  'x;',
] as const;

const languages =
  'java kotlin scala python javascript c cpp csharp go rust haskell pascal fortran ocaml lua erlang elixir ada ruby d'.split(
    ' ',
  );

/** Returns the CPU time of reading a file with this text, ms. */
function timeOf(language: string, text: string): number {
  const before = process.cpuUsage();
  entryIn({
    language,
    files: [
      { fileName: 'a.x', text },
      { fileName: 'b.x', text: '' },
    ],
    active: 'a.x',
    extensions: ['.x'],
  });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** A quadratic reader needs 100 times as long. Smaller growth is that of caches and of a busy computer. */
const MAX_GROWTH = 30;

describe('Hostile programs', function () {
  this.timeout(300_000); // Allows for a slow machine.

  for (const language of languages) {
    it(`are read in linear time in ${language}`, () => {
      const slow = parts.filter((part) => {
        const text = (size: number): string => part.repeat(Math.ceil(size / part.length));
        // a quadratic reader needs seconds for 50 kB
        return timeOf(language, text(50_000)) > 500;
      });
      assert.deepEqual(slow, []);
    });
  }

  for (const language of ['java', 'kotlin', 'python', 'javascript', 'cpp']) {
    it(`take at most 30 times as long with ten times the text in ${language}`, () => {
      const grown = [
        '{',
        '(',
        '@A(',
        "'a'",
        'class A{',
        'public ',
        '=/a',
        '\\u0041',
        'import a,\n',
        '//',
      ].filter((part) => growthOf(language, part) > MAX_GROWTH);
      assert.deepEqual(grown, []);
    });
  }
});

/** Returns the CPU time for 1 MB divided by that for 100 kB: the smallest of some measurements, because others disturb them. */
function growthOf(language: string, part: string): number {
  const small = part.repeat(Math.ceil(100_000 / part.length));
  const large = part.repeat(Math.ceil(1_000_000 / part.length));
  let growth = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 8 && growth > MAX_GROWTH; round += 1) {
    let time = 0;
    // as much text as the large file, so that pauses of the garbage collector count equally
    for (let count = 0; count < 10; count += 1) time += timeOf(language, small);
    growth = Math.min(growth, (10 * timeOf(language, large)) / time);
  }
  return growth;
}
