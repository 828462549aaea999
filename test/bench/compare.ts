/**
 * npm run bench -- compare: CPU time of comparing an output of 100 MB with an expected output of 100 MB, by each kind of rule:
 * equal texts, numbers that all differ within the tolerance, and words that differ in every way that a rule or a judge may
 * ignore. The baseline is a plain pass over both texts. Measures bundled code, as in the extension: with the loader of
 * TypeScript, reading an import is a call, and the comparison takes three times as long.
 */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type * as comparison from '../../src/results/comparison/compareOutputs';
import type { ComparisonRule } from '../../src/results';
import { root } from '../../tools/root';
import { ms, type Row, runAlone, worstOf } from './row';

/** length of each text, bytes */
const size = 100_000_000;
/** The fastest of these rounds counts: other programs on the machine make every round slower. */
const rounds = 3;
/** largest CPU time, ms */
const budget = 1500;
/** Largest ratio to the plain pass for hostile texts. It must not grow with the length of the texts. */
const hostileBudget = 50;

const tolerance = { absolute: 1e-6, relative: 1e-6 };
const rules: Readonly<Record<string, ComparisonRule>> = {
  text: { unit: 'text' },
  lines: { unit: 'lines' },
  words: { unit: 'tokens' },
  'words, letter case ignored': { unit: 'tokens', caseless: 'unicode' },
  'words and line ends': { unit: 'tokens', lineEnds: 'counted' },
  'numbers within a tolerance': { unit: 'tokens', tolerance },
  'numbers, nan always wrong': { unit: 'tokens', tolerance: { ...tolerance, special: 'wrong' } },
};

interface Texts {
  readonly name: string;
  /** what is repeated in the output, and in the expected output */
  readonly parts: readonly [string, string];
  readonly isHostile: boolean;
}

const texts: readonly Texts[] = [
  { name: 'equal', parts: ['123.456789 98.7654321\n', '123.456789 98.7654321\n'], isHostile: false },
  {
    name: 'every number differs',
    parts: ['123.456789 98.7654321\n', '123.456788 98.7654320\n'],
    isHostile: false,
  },
  { name: 'short words, other spaces', parts: ['1 2\n', '1\n2 '], isHostile: true },
  { name: 'another letter case', parts: ['Yes yEs\n', 'yeS YEs\n'], isHostile: true },
  { name: 'exponents', parts: ['1.5e3 2.5e-3\n', '1500. .0025 \n'], isHostile: true },
  { name: 'one long number', parts: ['1', '1'], isHostile: true },
  { name: 'only spaces', parts: ['\n', ' '], isHostile: true },
];

export async function measure(): Promise<readonly Row[]> {
  const { compareOutputs } = await bundledComparison();
  const usual: Row[] = [];
  const hostile: Row[] = [];
  let growth = 0;
  for (const { name, parts, isHostile } of texts) {
    const [output, expected] = [Buffer.alloc(size, parts[0]), Buffer.alloc(size, parts[1])];
    const plain = cpuOf(() => plainPass(output, expected));
    const before = process.resourceUsage().maxRSS;
    for (const [ruleName, rule] of Object.entries(rules)) {
      const compare = (): unknown => compareOutputs(rule, output, expected);
      const time = Math.min(...Array.from({ length: isHostile ? 1 : rounds }, () => cpuOf(compare)));
      (isHostile ? hostile : usual).push(row(`${ruleName}, ${name}`, time, plain, isHostile));
    }
    growth = Math.max(growth, process.resourceUsage().maxRSS - before);
    // measures strings after bytes, because comparisons can be slower in a process that has compared both
    if (!isHostile) usual.push(...ofStrings(compareOutputs, name, { output, expected }, plain));
  }
  return [
    ...withHeadline('comparing 2 × 100 MB', usual),
    ...withHeadline('comparing 2 × 100 MB, hostile', hostile),
    {
      measure: 'more memory while comparing 2 × 100 MB',
      ours: `${(growth / 1024).toFixed(0)} MB`,
      peer: 'one of the texts 100 MB',
      ratio: growth / 1024 / 100,
      budget: '≤ 0.3',
      met: growth / 1024 <= 30,
    },
  ];
}

/** Compares strings, and bytes with a string, within a tolerance. Needs 200 MB for the strings. */
function ofStrings(
  compareOutputs: (typeof comparison)['compareOutputs'],
  name: string,
  { output, expected }: { readonly output: Buffer; readonly expected: Buffer },
  plain: number,
): readonly Row[] {
  const rule: ComparisonRule = { unit: 'tokens', tolerance };
  const [outputText, expectedText] = [output.toString('latin1'), expected.toString('latin1')];
  const measured = (actual: string | Uint8Array): number =>
    Math.min(
      ...Array.from({ length: rounds }, () => cpuOf(() => compareOutputs(rule, actual, expectedText))),
    );
  return [
    row(`numbers within a tolerance, ${name}, strings`, measured(outputText), plain, false),
    row(`numbers within a tolerance, ${name}, bytes and a string`, measured(output), plain, false),
  ];
}

function row(name: string, time: number, plain: number, isHostile: boolean): Row {
  const ratio = time / plain;
  return {
    measure: name,
    ours: ms(time),
    peer: `a plain pass ${ms(plain)}`,
    ratio,
    budget: isHostile ? `≤ ${hostileBudget}` : `≤ ${budget} ms`,
    met: isHostile ? ratio <= hostileBudget : time <= budget,
    ifMissed: 'The verdict of a case with so much output comes later, and other actions wait for it.',
  };
}

/** Adds the worst of these rows, which is listed in docs/development/benchmarks.md. */
function withHeadline(kind: string, rows: readonly Row[]): readonly Row[] {
  return worstOf(kind, rows, 'higher').map((one) =>
    one.role === 'worst' ? { ...one, headline: one.measure } : one,
  );
}

/** Returns a number that depends on all bytes of both texts. */
function plainPass(output: Uint8Array, expected: Uint8Array): number {
  let result = 0;
  for (let index = 0; index < output.length; index += 1)
    result |= (output[index] ?? 0) ^ (expected[index] ?? 0);
  return result;
}

/** Returns the CPU time of an action, ms. */
function cpuOf(action: () => unknown): number {
  const before = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Loads the comparison as it is bundled in the extension. */
async function bundledComparison(): Promise<typeof comparison> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-bench-'));
  const outfile = path.join(folder, 'comparison.mjs');
  try {
    await build({
      entryPoints: [path.join(root, 'src/results/comparison/compareOutputs.ts')],
      outfile,
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'warning',
    });
    return (await import(pathToFileURL(outfile).href)) as typeof comparison;
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

runAlone(import.meta.filename, measure);
