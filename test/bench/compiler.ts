/**
 * npm run bench -- compiler: speed of parsing compiler output. The baselines are all problem matchers that VS Code contains,
 * which together support about as many toolchains, and the matcher for GCC in its documentation. Each is applied to each
 * line of the same text in the same run. The text consists of the fixtures, repeated. The parser is bundled and minified,
 * as in the package.
 *
 * Times are CPU times of all threads of the process, including garbage collection, so other programs hardly change them.
 *
 * Budgets: at least 3 times the throughput of all matchers together; ten times the text in at most 11 times the time;
 * 100 kB of hostile text in at most 50 ms. The comparison with the GCC matcher, which supports one form of line, has none.
 */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type * as Compiler from '../../src/compiler';
import { hostile } from '../fuzz/hostile';
import { type Case, casesOf } from '../unit/compiler/cases';
import { matchAll, matchGcc } from './peer/problemMatchers';
import { type Row, ms, runAlone, worstOf } from './row';

const rounds = 10;
/** Rounds for each toolchain of the list. There are dozens, and only the worst of them is a figure. */
const roundsOfEach = 4;
const large = 10e6;
const small = 2e6;
/** Maximum length of a line. Several matchers are quadratic on long lines, which would only increase the ratio. */
const longestLine = 1000;
const timesAllMatchers = 3;
const hostileSize = 100_000;
const hostileLimit = 50;

type Parse = typeof Compiler.parseCompilerOutput;

export async function measure(): Promise<readonly Row[]> {
  const parse = await shipped();
  const cases = casesOf();
  const textOf = (toolchains: readonly string[] | null, size: number) =>
    repeated(
      cases
        .filter(({ toolchain }) => toolchains?.includes(toolchain) ?? true)
        .map(({ message }) => message)
        .filter((message) => message.split('\n').every((line) => line.length <= longestLine)),
      size,
    );
  const others = [...new Set(cases.map(({ toolchain }) => toolchain))].filter((name) => name !== 'none');
  return [
    ...speed('gcc', parse, textOf(['gcc'], large), true, 'parsing 10 MB of GCC messages'),
    ...speed('all toolchains mixed', parse, textOf(null, large), true),
    ...worstOf(
      'other toolchains',
      others
        .filter((name) => name !== 'gcc')
        .flatMap((name) => speed(name, parse, textOf([name], small), false)),
      'lower',
    ),
    oneByOne(parse, cases),
    linearity('gcc', parse, textOf(['gcc'], large)),
    linearity('all toolchains mixed', parse, textOf(null, large)),
    ...worstOf(
      'hostile, 100 kB',
      Object.entries(hostile(hostileSize)).map(([name, text]) => limit(name, parse, text)),
      'higher',
    ),
  ];
}

/** Returns the parser as the package contains it. */
async function shipped(): Promise<Parse> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'compiler-bench-'));
  const outfile = path.join(folder, 'compiler.mjs');
  const entry = path.join(import.meta.dirname, '../../src/compiler/index.ts');
  await build({ entryPoints: [entry], bundle: true, minify: true, format: 'esm', platform: 'node', outfile });
  const module = (await import(pathToFileURL(outfile).href)) as typeof Compiler;
  await fs.rm(folder, { recursive: true });
  return module.parseCompilerOutput;
}

/** Repeats messages up to about this many bytes. Returns a flat string, as if it had been received over the network. */
function repeated(messages: readonly string[], bytes: number): string {
  const one = messages.map((message) => (message.endsWith('\n') ? message : `${message}\n`)).join('');
  return Buffer.from(one.repeat(Math.ceil(bytes / Buffer.byteLength(one)))).toString();
}

/** Returns the fastest of several rounds for each action, ms of CPU time. Other programs only make a round slower. */
function fastest(count: number, ...actions: (() => unknown)[]): number[] {
  const best = actions.map(() => Infinity);
  for (let round = 0; round < count; round++) {
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

/** @param gccToo whether to compare with the GCC matcher, too */
function speed(name: string, parse: Parse, text: string, gccToo: boolean, headline?: string): Row[] {
  const [own = 0, all = 0, gcc = 0] = fastest(
    gccToo ? rounds : roundsOfEach,
    () => parse(text),
    () => matchAll(text),
    () => matchGcc(text),
  );
  const megabytes = Buffer.byteLength(text) / 1e6;
  const rate = (time: number) => `${((megabytes * 1000) / time).toFixed(0)} MB/s`;
  const row = (peer: string, time: number, found: number): Row => ({
    measure: `${name}: ${megabytes.toFixed(0)} MB, ${parse(text).length} messages found, ${found} by ${peer}`,
    ours: rate(own),
    peer: `${peer} ${rate(time)}`,
    ratio: time / own,
    budget: '',
    met: undefined,
  });
  const compared: Row = {
    ...row('all matchers', all, matchAll(text)),
    ...(headline === undefined ? {} : { headline }),
    budget: `≥ ${timesAllMatchers}`,
    met: all / own >= timesAllMatchers,
    ifMissed:
      'The parser also reads fixes, notes, and columns in characters, which no matcher does. The figure varies by 10 % between runs.',
  };
  return gccToo ? [compared, row('the GCC matcher', gcc, matchGcc(text))] : [compared];
}

/** Parses each message separately. Most have one or two kB, and detecting the toolchain is most of the work. */
function oneByOne(parse: Parse, cases: readonly Case[]): Row {
  const times = 20;
  const each = (read: (message: string) => unknown) => () => {
    for (let i = 0; i < times; i++) for (const { message } of cases) read(message);
  };
  const [own = 0, peer = 0] = fastest(rounds, each(parse), each(matchAll));
  const bytes = cases.reduce((sum, { message }) => sum + Buffer.byteLength(message), 0);
  const rate = (time: number) => `${((bytes * times) / time / 1000).toFixed(0)} MB/s`;
  const size = (bytes / cases.length / 1000).toFixed(1);
  const microseconds = ((own * 1000) / times / cases.length).toFixed(0);
  return {
    measure: `${cases.length} messages of ${size} kB one by one, ${microseconds} µs each`,
    ours: rate(own),
    peer: `all matchers ${rate(peer)}`,
    ratio: peer / own,
    budget: '',
    met: undefined,
  };
}

/** Compares with ten times a tenth of the text, so that both sides include garbage collection. */
function linearity(name: string, parse: Parse, text: string): Row {
  const part = text.slice(0, text.lastIndexOf('\n', text.length / 10) + 1);
  const tenth = Buffer.from(part).toString();
  const [whole = 0, tenTimes = 0] = fastest(
    rounds,
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

/** Measures the first three times, as V8 has optimized little when such a message arrives. */
function limit(name: string, parse: Parse, text: string): Row {
  const time = Math.min(...[1, 2, 3].map(() => processorTime(() => parse(text))));
  return {
    measure: name,
    ours: ms(time),
    peer: `limit ${ms(hostileLimit)}`,
    ratio: time / hostileLimit,
    budget: '≤ 1',
    met: time <= hostileLimit,
  };
}

runAlone(import.meta.filename, measure);
