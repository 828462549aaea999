import fs from 'node:fs';
import path from 'node:path';

/** Compiler output and its golden files, described by the README there. */
export const fixtures = path.join(import.meta.dirname, '../../fixtures/compiler');

/** Output of a compiler for one source, a folder of test/fixtures/compiler. */
export interface Case {
  readonly name: string;
  readonly toolchain: string;
  readonly message: string;
  readonly source: readonly string[];
}

/** All cases of test/fixtures/compiler, or those of one toolchain. */
export function casesOf(toolchain?: string): Case[] {
  return fs
    .readdirSync(fixtures)
    .filter((name) => fs.existsSync(path.join(fixtures, name, 'meta.json')))
    .map(readCase)
    .filter((found) => toolchain === undefined || found.toolchain === toolchain);
}

function readCase(name: string): Case {
  const files = fs.readdirSync(path.join(fixtures, name));
  const read = (file: string) => fs.readFileSync(path.join(fixtures, name, file), 'utf8');
  const source = files.find((file) => file.startsWith('source'));
  return {
    name,
    toolchain: (JSON.parse(read('meta.json')) as { toolchain: string }).toolchain,
    message: read('message.txt'),
    source: source === undefined ? [] : read(source).split('\n'),
  };
}
