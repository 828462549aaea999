// npm run fuzz [-- --runs N | --each N] [--seed S] [--parts P] [--only NAME] [--help]: passes generated inputs to every
// target, by default a million in total, distributed over several processes. Each part prints its own seed, which
// repeats it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readOptions, usage, UsageError } from './options';
import { shares, targets } from './targets';

interface Part {
  readonly runs: number;
  readonly each: number | null;
  readonly seed: number;
  readonly chosen: readonly string[];
}

async function main(): Promise<void> {
  const names = targets.map(({ name }) => name);
  const options = readOptions(process.argv.slice(2), names);
  if (options === 'help') return console.log(usage(names));
  const { runs, each, seed, parts, chosen } = options;
  const inputs = each === null ? `${number(runs)} inputs` : `${number(each)} inputs for each target`;
  console.log(`${inputs}, ${parts} parts, seed ${seed}: ${chosen.join(', ')}`);
  const codes = await Promise.all(
    Array.from({ length: parts }, async (_, at) => {
      const part: Part = {
        runs: Math.ceil(runs / parts),
        each: each === null ? null : Math.ceil(each / parts),
        seed: seed + at,
        chosen,
      };
      const child = fork(import.meta.filename, [partMark, JSON.stringify(part)]);
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    }),
  );
  const broken = codes.filter((code) => code !== 0).length;
  console.log(broken === 0 ? 'All inputs passed.' : `${broken} of ${parts} parts failed (see above).`);
  process.exitCode = broken === 0 ? 0 : 1;
}

const partMark = 'part';

async function run({ runs, each, seed, chosen }: Part): Promise<void> {
  const started = performance.now();
  let inputs = 0;
  const own = targets.filter(({ name }) => chosen.includes(name));
  const counts = each === null ? shares(runs, own) : new Map(own.map((one) => [one, each]));
  const amount = each === null ? `--runs ${runs}` : `--each ${each}`;
  for (const [one, count] of counts) {
    try {
      await one.check(count, seed);
      inputs += count;
    } catch (error) {
      console.error(
        `\n${one.name} failed. To repeat: npm run fuzz -- ${amount} --parts 1 --seed ${seed} --only "${one.name}"`,
      );
      console.error(error);
      process.exitCode = 1;
    }
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`seed ${seed}: ${number(inputs)} inputs passed (${seconds} s)`);
}

function number(value: number): string {
  return value.toLocaleString('en');
}

/** Sets the exit code 1, because a promise that never settles would end the process with 0. */
function unlessFinished(): void {
  process.exitCode = 1;
}

const [mark, part = ''] = process.argv.slice(2);
process.once('beforeExit', unlessFinished);
(mark === partMark ? run(JSON.parse(part) as Part) : main()).then(
  () => process.off('beforeExit', unlessFinished),
  (error: unknown) => {
    console.error(error instanceof UsageError ? error.message : error);
    process.exitCode = 1;
  },
);
