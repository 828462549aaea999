import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

export interface FuzzOptions {
  /** Number of inputs for all targets together. Ignored if `each` isn't null. */
  readonly runs: number;
  /** Number of inputs for each target, regardless of its cost; null: `runs` is distributed by cost. */
  readonly each: number | null;
  /** Seed of the first part. Each further part adds 1. */
  readonly seed: number;
  /** Number of processes. */
  readonly parts: number;
  /** Names of the targets to run. */
  readonly chosen: readonly string[];
}

/** Invalid command-line options. The message describes the valid ones. */
export class UsageError extends Error {}

/** Parses the options of `npm run fuzz`. Returns `help` for `--help`. @throws UsageError */
export function readOptions(args: readonly string[], names: readonly string[]): FuzzOptions | 'help' {
  const { values } = parsed(args);
  if (values.help) return 'help';
  const only = values.only ?? '';
  const chosen = names.filter((name) => name.includes(only));
  if (chosen.length === 0) throw new UsageError(`Unknown target “${only}”. Targets:\n${list(names)}`);
  if (values.runs !== undefined && values.each !== undefined)
    throw new UsageError('Use only one of --each and --runs.');
  return {
    runs: whole('runs', values.runs ?? '1000000', 1),
    each: values.each === undefined ? null : whole('each', values.each, 1),
    seed: whole('seed', values.seed, 0),
    parts: whole('parts', values.parts, 1),
    chosen,
  };
}

export function usage(names: readonly string[]): string {
  return `Usage: npm run fuzz -- [options]

  --runs N     inputs for all targets together (default: 1000000)
  --each N     inputs for each target instead
  --seed S     repeats a run (default: random, printed)
  --parts P    processes (default: one for each core, at most 8)
  --only NAME  only targets with NAME in their names
  --help       prints this help

Targets:
${list(names)}`;
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        runs: { type: 'string' },
        each: { type: 'string' },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
        parts: { type: 'string', default: String(Math.min(availableParallelism(), 8)) },
        only: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${message}\nnpm run fuzz -- --help lists the options.`);
  }
}

function list(names: readonly string[]): string {
  return names.map((name) => `  ${name}`).join('\n');
}

function whole(option: string, text: string, least: number): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) < least)
    throw new UsageError(`--${option} must be an integer of at least ${least}, not “${text}”.`);
  return Number(text);
}
