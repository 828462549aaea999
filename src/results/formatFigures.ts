import type { Units } from './status';

/*
 * Formats measured values for display. An unknown unit follows the number unchanged. A number without a unit is printed
 * alone. Null becomes an empty string.
 */

const millisecondsByUnit: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000 };
const bytesByUnit: Readonly<Record<string, number>> = {
  B: 1,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  kB: 1000,
  KB: 1000,
  MB: 1000 ** 2,
  GB: 1000 ** 3,
};

/** Converts a time to ms. Null if the unit is unknown. */
export function inMilliseconds(time: number, units: Units): number | null {
  const factor = factorOf(millisecondsByUnit, units.time);
  return factor === null ? null : time * factor;
}

/** Converts a memory size to KiB. Null if the unit is unknown. */
export function inKibibytes(memory: number, units: Units): number | null {
  const factor = factorOf(bytesByUnit, units.memory);
  return factor === null ? null : (memory * factor) / 1024;
}

/** Formats a time as `999 ms`, and as `1.20 s` from 1 second on. */
export function formatTime(value: number | null, units: Units): string {
  const factor = factorOf(millisecondsByUnit, units.time);
  if (value === null || factor === null) return formatWithUnit(value, units.time);
  const time = value * factor;
  if (!Number.isFinite(time)) return formatWithUnit(value, units.time);
  return Math.abs(time) < 999.995 ? `${formatShort(time)} ms` : `${formatTwoDecimals(time / 1000)} s`;
}

/** Formats a memory size as `512 B`, `800 KiB`, `5.84 MiB` or `1.20 GiB`. */
export function formatMemory(value: number | null, units: Units): string {
  const factor = factorOf(bytesByUnit, units.memory);
  if (value === null || factor === null) return formatWithUnit(value, units.memory);
  const size = value * factor;
  if (!Number.isFinite(size)) return formatWithUnit(value, units.memory);
  const kibi = size / 1024;
  const amount = Math.abs(kibi);
  if (size === 0) return `0 ${units.memory === 'B' ? 'B' : 'KiB'}`;
  if (amount < 1) return `${formatShort(size)} B`;
  if (amount < 1023.995) return `${formatShort(kibi)} KiB`;
  return amount < 1024 * 1023.995
    ? `${formatTwoDecimals(kibi / 1024)} MiB`
    : `${formatTwoDecimals(kibi / 1024 / 1024)} GiB`;
}

/** Formats a score as `30`. The unit follows the number unless it is points. */
export function formatScore(value: number | null, units: Units): string {
  return formatWithUnit(value, units.score === 'points' ? null : units.score);
}

/** Formats a score as `30 / 40`, or as `30` if the maximum isn't known. Empty if the score isn't known. */
export function formatScoreOf(value: number | null, maximum: number | null, units: Units): string {
  const score = formatScore(value, units);
  return score === '' || maximum === null ? score : `${score} / ${formatScore(maximum, units)}`;
}

function formatWithUnit(value: number | null, unit: string | null): string {
  if (value === null) return '';
  return unit ? `${formatShort(value)} ${unit}` : formatShort(value);
}

function factorOf(factors: Readonly<Record<string, number>>, unit: string | null): number | null {
  return unit !== null && Object.hasOwn(factors, unit) ? (factors[unit] ?? null) : null;
}

/** Formats a number with at most two decimals, without trailing zeros. */
function formatShort(value: number): string {
  return fitsFixedNotation(value) ? String(Math.round(value * 100) / 100) : value.toExponential(2);
}

function formatTwoDecimals(value: number): string {
  return fitsFixedNotation(value) ? value.toFixed(2) : value.toExponential(2);
}

function fitsFixedNotation(value: number): boolean {
  return Math.abs(value) < 1e15;
}

/** The Linux signals, in the order of their numbers from 1. Judges run programs on Linux. */
const signalNames = [
  'SIGHUP SIGINT SIGQUIT SIGILL SIGTRAP SIGABRT SIGBUS SIGFPE SIGKILL SIGUSR1 SIGSEGV SIGUSR2 SIGPIPE SIGALRM',
  'SIGTERM SIGSTKFLT SIGCHLD SIGCONT SIGSTOP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGXCPU SIGXFSZ SIGVTALRM SIGPROF',
  'SIGWINCH SIGIO SIGPWR SIGSYS',
]
  .join(' ')
  .split(' ');

/** Returns the name of a Linux signal: 11 → `SIGSEGV`. Null for null, 0, and numbers without a name. */
export function signalName(signal: number | null): string | null {
  return signal === null ? null : (signalNames[signal - 1] ?? null);
}
