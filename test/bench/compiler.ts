/**
 * How fast compile messages are read, beside the problem matcher that the editor's documentation gives for GCC, applied
 * to each line of the same text in the same run. The text is real: the fixtures, over and over. The parser is the one
 * that is shipped: bundled and minified.
 *
 * Times are the processor's, all threads of the process together (the collector of garbage has its own), since a busy
 * machine would else be measured. `npm run bench:compiler`
 *
 * Budgets: GCC's text and the mixture at 100 MB/s or more and faster than the matcher, which reads nothing of it but
 * position, severity and message; ten times the text in at most 11 times the time; hostile 100 kB in at most 50 ms.
 */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type * as Compiler from '../../src/compiler';
import { hostile } from '../fuzz/hostile';
import { type Case, casesOf } from '../unit/compiler/cases';
import { type Row, ms, runAlone } from './row';

const rounds = 9;
const large = 20e6;
const small = 4e6;
const slowest = 100;
const hostileSize = 100_000;
const hostileLimit = 50;

const matcher = /^(.*):(\d+):(\d+):\s+(warning|error):\s+(.*)$/;

interface Matched {
  readonly file: string | undefined;
  readonly line: number;
  readonly column: number;
  readonly severity: string | undefined;
  readonly message: string | undefined;
}

/** What the editor does with a matcher: each line on its own, and an object of what was captured. */
function matchLines(text: string): Matched[] {
  const found: Matched[] = [];
  for (const line of text.split('\n')) {
    const hit = matcher.exec(line);
    if (!hit) continue;
    found.push({
      file: hit[1],
      line: Number(hit[2]),
      column: Number(hit[3]),
      severity: hit[4],
      message: hit[5],
    });
  }
  return found;
}

type Parse = typeof Compiler.parseCompilerOutput;

export async function measure(): Promise<readonly Row[]> {
  const parse = await shipped();
  const cases = casesOf();
  const textOf = (toolchains: readonly string[] | null, size: number) =>
    repeated(
      cases.filter(({ toolchain }) => toolchains?.includes(toolchain) ?? true).map(({ message }) => message),
      size,
    );
  const others = [...new Set(cases.map(({ toolchain }) => toolchain))].filter((name) => name !== 'none');
  return [
    speed('gcc', parse, textOf(['gcc'], large), true),
    speed('all toolchains mixed', parse, textOf(null, large), true),
    ...others
      .filter((name) => name !== 'gcc')
      .map((name) => speed(name, parse, textOf([name], small), false)),
    oneByOne(parse, cases),
    linearity('gcc', parse, textOf(['gcc'], large)),
    linearity('all toolchains mixed', parse, textOf(null, large)),
    ...Object.entries(hostile(hostileSize)).map(([name, text]) => limit(name, parse, text)),
  ];
}

/** The parser as it is shipped. */
async function shipped(): Promise<Parse> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'compiler-bench-'));
  const outfile = path.join(folder, 'compiler.mjs');
  const entry = path.join(import.meta.dirname, '../../src/compiler/index.ts');
  await build({ entryPoints: [entry], bundle: true, minify: true, format: 'esm', platform: 'node', outfile });
  const module = (await import(pathToFileURL(outfile).href)) as typeof Compiler;
  await fs.rm(folder, { recursive: true });
  return module.parseCompilerOutput;
}

/** About so many bytes of these messages, as one flat string like one that came over the network. */
function repeated(messages: readonly string[], bytes: number): string {
  const one = messages.map((message) => (message.endsWith('\n') ? message : `${message}\n`)).join('');
  return Buffer.from(one.repeat(Math.ceil(bytes / Buffer.byteLength(one)))).toString();
}

/** The best of the rounds, in ms: what others do on the machine only ever makes it slower. */
function fastest(...actions: (() => unknown)[]): number[] {
  const best = actions.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    for (const [i, action] of actions.entries()) {
      best[i] = Math.min(best[i] ?? Infinity, processorTime(action));
    }
  }
  return best;
}

function processorTime(action: () => unknown): number {
  const start = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function speed(name: string, parse: Parse, text: string, budgeted: boolean): Row {
  const [own = 0, peer = 0] = fastest(
    () => parse(text),
    () => matchLines(text),
  );
  const megabytes = Buffer.byteLength(text) / 1e6;
  const rate = (time: number) => (megabytes * 1000) / time;
  const found = `${parse(text).length} read, ${matchLines(text).length} by the matcher`;
  const met = rate(own) >= slowest && (!budgeted || own <= peer);
  return {
    measure: `${name}: ${megabytes.toFixed(0)} MB of messages, ${found}`,
    ours: `${rate(own).toFixed(0)} MB/s`,
    peer: `matcher ${rate(peer).toFixed(0)} MB/s`,
    ratio: own / peer,
    budget: budgeted ? `≥ ${slowest} MB/s, ≤ 1` : `≥ ${slowest} MB/s`,
    met,
  };
}

/** As they come: each for itself, most of them a kB or two, where finding out who speaks is most of the work. */
function oneByOne(parse: Parse, cases: readonly Case[]): Row {
  const times = 20;
  const each = (read: (message: string) => unknown) => () => {
    for (let i = 0; i < times; i++) for (const { message } of cases) read(message);
  };
  const [own = 0, peer = 0] = fastest(each(parse), each(matchLines));
  const bytes = cases.reduce((sum, { message }) => sum + Buffer.byteLength(message), 0);
  const rate = (time: number) => `${((bytes * times) / time / 1000).toFixed(0)} MB/s`;
  return {
    measure: `${cases.length} messages of ${(bytes / cases.length / 1000).toFixed(1)} kB one by one, ${(
      (own * 1000) /
      times /
      cases.length
    ).toFixed(0)} µs each`,
    ours: rate(own),
    peer: `matcher ${rate(peer)}`,
    ratio: own / peer,
    budget: '',
    met: undefined,
  };
}

/** A tenth of it is read ten times in a row: what the collector of garbage has to do then is counted on both sides. */
function linearity(name: string, parse: Parse, text: string): Row {
  const part = text.slice(0, text.lastIndexOf('\n', text.length / 10) + 1);
  const tenth = Buffer.from(part).toString();
  const [whole = 0, tenTimes = 0] = fastest(
    () => parse(text),
    () => {
      for (let i = 0; i < 10; i++) parse(tenth);
    },
  );
  const once = tenTimes / 10;
  const times = (whole / once) * ((tenth.length * 10) / text.length);
  return {
    measure: `${name}: ten times the text`,
    ours: ms(whole),
    peer: `a tenth of it ${ms(once)}`,
    ratio: times,
    budget: '≤ 11',
    met: times <= 11,
  };
}

/** The first times count: little is warm where such a message comes. */
function limit(name: string, parse: Parse, text: string): Row {
  const time = Math.min(...[1, 2, 3].map(() => processorTime(() => parse(text))));
  return {
    measure: `hostile, 100 kB: ${name}`,
    ours: ms(time),
    peer: `limit ${ms(hostileLimit)}`,
    ratio: time / hostileLimit,
    budget: '≤ 1',
    met: time <= hostileLimit,
  };
}

runAlone(import.meta.filename, measure);
