// Measures how the time of reading a text grows with its length. Uses CPU time, and the fastest of several attempts, because
// other programs only make it slower.
import assert from 'node:assert/strict';

export type Read = (text: string) => unknown;

const smallSize = 12_000;
const times = 16;
/** Ratio of the sizes. Quadratic code takes this many times its share. */
const tolerated = 4;
/** in ms */
const negligible = 20;
const attempts = 12;
/** A slower reader has fewer attempts, ms. */
const patience = 5000;

/** Throws if a text of `times` the length takes several times its share of the time, in all attempts. */
export function isLinear(text: string, read: Read): void {
  if (text === '') return;
  const small = text.repeat(Math.ceil(smallSize / text.length));
  takesItsShare(small, small.repeat(times), read, JSON.stringify(text.slice(0, 40)));
}

/** The same for all texts of `make`, which returns texts of about the given size by their names. */
export function areLinear(make: (size: number) => Readonly<Record<string, string>>, read: Read): void {
  const large = make(smallSize * times);
  for (const [name, small] of Object.entries(make(smallSize)))
    takesItsShare(small, large[name] ?? '', read, name);
}

/** The same for an asynchronous reader. */
export async function areLinearAsync(
  make: (size: number) => Readonly<Record<string, string>>,
  read: (text: string) => Promise<unknown>,
): Promise<void> {
  const large = make(smallSize * times);
  for (const [name, small] of Object.entries(make(smallSize))) {
    const repeated = flat(large[name] ?? '');
    let [one, all] = [Infinity, Infinity];
    let isShare = false;
    for (let i = 0, spent = 0; i < attempts && spent < patience && !isShare; i++, spent += all) {
      one = Math.min(one, await timeOfAsync(small, read));
      all = Math.min(all, await timeOfAsync(repeated, read));
      isShare = isItsShare(one, all);
    }
    if (!isShare) failFor(name, [small, one], [repeated, all]);
  }
}

/** Throws if a text takes several times as long as another one of the same length. */
export function isAsFast(text: string, other: string, read: Read, name: string): void {
  takesItsShare(other, text, read, name, 1);
}

function takesItsShare(small: string, repeated: string, read: Read, name: string, share = times): void {
  const large = flat(repeated);
  let [one, all] = [Infinity, Infinity];
  for (let i = 0, spent = 0; i < attempts && spent < patience; i++, spent += all) {
    one = Math.min(one, timeOf(small, read));
    all = Math.min(all, timeOf(large, read));
    if (isItsShare(one, all, share)) return;
  }
  failFor(name, [small, one], [large, all]);
}

/** Whether the large text takes at most its share of the time of the small one (ms). */
function isItsShare(small: number, large: number, share = times): boolean {
  return large <= small * share * tolerated + negligible;
}

type Timed = readonly [text: string, ms: number];

function failFor(name: string, [small, one]: Timed, [large, all]: Timed): never {
  assert.fail(`${name}: ${small.length} characters take ${one} ms, ${large.length} take ${all} ms`);
}

/**
 * Returns the UTF-16 units that take longest if a text consists of one unit, slowest first. Tries all 65,536. The texts are
 * long enough to find quadratic code, and short enough to finish within seconds.
 */
export function slowestUnits(read: Read, count: number): string[] {
  const length = 2048;
  const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
  const measured = units.map((unit) => ({ unit, time: timeOf(unit.repeat(length), read) }));
  // repeats the slowest ones, because the machine may have been busy
  const suspects = measured.sort((a, b) => b.time - a.time).slice(0, 20 * count);
  return suspects
    .map(({ unit }) => ({ unit, time: fastest(unit.repeat(length), read) }))
    .sort((a, b) => b.time - a.time)
    .slice(0, count)
    .map(({ unit }) => unit);
}

/** Returns the fastest of three times, ms. */
export function fastest(text: string, read: Read): number {
  return Math.min(...Array.from({ length: 3 }, () => timeOf(text, read)));
}

function timeOf(text: string, read: Read): number {
  const start = process.cpuUsage();
  read(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function timeOfAsync(text: string, read: (text: string) => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await read(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Returns the same text as one flat string, as if it had been received over the network. */
function flat(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
