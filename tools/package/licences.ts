import fs from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';

/** A package whose code is part of the published extension. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier from its package.json. */
  readonly licence: string;
  /** Text of the license file, or if there is none, a copyright line with the author. */
  readonly text: string;
}

/** Licenses that permit publishing minified code under the MIT license if their text is included. */
const allowed: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
]);

/** Returns the folders of all packages whose code is part of these builds, sorted by name. */
export function bundledPackages(metafiles: readonly Metafile[]): readonly string[] {
  const folders = new Set<string>();
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
        const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? [];
        if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
      }
    }
  }
  return [...folders].sort();
}

/** Reads name, version, and license of a package. Throws if the license isn't allowed. */
export async function readPackage(folder: string): Promise<ShippedPackage> {
  const { name, version, license, author } = JSON.parse(
    await fs.readFile(path.join(folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string; license?: unknown; author?: string | { readonly name: string } };
  if (typeof license !== 'string' || !allowed.has(license)) {
    throw new Error(
      `${name} ${version} has the license ${JSON.stringify(license)}, which isn't in the list of allowed licenses.`,
    );
  }
  const file = (await fs.readdir(folder)).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
  const text = file
    ? await fs.readFile(path.join(folder, file), 'utf8')
    : `Copyright (c) ${typeof author === 'object' ? author.name : (author ?? `the authors of ${name}`)}`;
  return { name, version, licence: license, text: text.replaceAll('\r\n', '\n').trim() };
}

/**
 * Returns the text of the third-party notices. Each license text appears only once, below its packages and their
 * copyright lines.
 */
export function notices(packages: readonly ShippedPackage[]): string {
  const byWords = new Map<string, ShippedPackage[]>();
  for (const it of packages) {
    const words =
      wordsOf(it.text) || wordsOf(packages.find((other) => isWhole(other, it.licence))?.text ?? '');
    byWords.set(words, [...(byWords.get(words) ?? []), it]);
  }
  const parts = [...byWords].map(([words, group]) =>
    [...group.map((it) => `${it.name} ${it.version} (${it.licence})\n${copyright(it.text)}`), words].join(
      '\n\n',
    ),
  );
  return `Judge Results contains parts of these packages.\n\n${parts.join(`\n\n${'-'.repeat(40)}\n\n`)}\n`;
}

function isWhole(it: ShippedPackage, licence: string): boolean {
  return it.licence === licence && wordsOf(it.text) !== '';
}

const isCopyright = (line: string): boolean => /^(copyright\s+)?(\(c\)|©|\d{4}\b)/i.test(line.trim());
const isHeading = (line: string): boolean => /^#?\s*(the )?(mit|bsd|isc)\b.*licen[cs]e.*$/i.test(line.trim());

function copyright(text: string): string {
  return text
    .split('\n')
    .filter(isCopyright)
    .map((line) => line.trim())
    .join('\n');
}

/** Returns the license text without copyright lines and line breaks, so that equal texts can be compared. */
function wordsOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => !isCopyright(line) && !isHeading(line))
    .join('\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '' && !/^all rights reserved\.?$/i.test(paragraph))
    .join('\n\n');
}
