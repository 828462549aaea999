import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

export interface FuzzOptions {
  /** number of inputs for all targets together; ignored if `each` isn't null */
  readonly runs: number;
  /** number of inputs for each target, however costly they are; null: `runs` is shared by cost */
  readonly each: number | null;
  /** of the first part; each further part adds one */
  readonly seed: number;
  /** processes */
  readonly parts: number;
  /** names of the targets that get inputs */
  readonly chosen: readonly string[];
}

/** What a person wrote isn't understood; the message says what is. */
export class UsageError extends Error {}

/** What `npm run fuzz` is asked with; `help` where the usage is. @throws UsageError */
export function readOptions(args: readonly string[], names: readonly string[]): FuzzOptions | 'help' {
  const { values } = parsed(args);
  if (values.help) return 'help';
  const only = values.only ?? '';
  const chosen = names.filter((name) => name.includes(only));
  if (chosen.length === 0) throw new UsageError(`No target is named “${only}”. Targets:\n${list(names)}`);
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
  --help       prints this

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
    throw new UsageError(`--${option} takes a whole number of at least ${least}, not “${text}”.`);
  return Number(text);
}
