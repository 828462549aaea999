// npm run soak: tracks requests with the packaged extension in two windows of a real VS Code, while judges fail and
// extension hosts are killed at random times. The exit code is 1 if a check of the report fails.
//   npm run soak -- [--minutes N] [--seed N] [--windows 2] [--services judge,hydro]
//   npm run soak -- --requests 200 --kills 20   instead of --minutes
//   npm run soak -- --write   also writes the result to docs/development/benchmarks.md
import { parseArgs } from 'node:util';
import { headlessHost, prepareMachine } from '../../tools/host/index';
import { packageExtension } from '../../tools/package/vsix';
import { writePage } from '../bench/page';
import { faultRun, type Round } from './faultRun';
import { Lab } from './lab';
import { counted } from './rounds';
import { checksOf, reportRows, reportText } from './report';
import { judgeNames } from './services';

/** Last share of the run, without kills, so that an extension host runs long enough to show a leak. */
const calmPart = 0.2;
const aRound = 10;

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '5' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      requests: { type: 'string' },
      kills: { type: 'string' },
      windows: { type: 'string', default: '2' },
      services: { type: 'string', default: judgeNames.join() },
      write: { type: 'boolean', default: false },
    },
  });
  const [minutes, seed, windows] = [Number(values.minutes), Number(values.seed), Number(values.windows)];
  if (!(minutes > 0) || !Number.isSafeInteger(seed)) throw new Error('--minutes and --seed must be numbers');
  if (!Number.isSafeInteger(windows) || windows < 1) throw new Error('--windows must be 1 or more');
  const asked = values.services.split(',');
  const services = judgeNames.filter((name) => asked.includes(name));
  if (services.length !== asked.length)
    throw new Error(`--services must be one or more of: ${judgeNames.join(', ')}`);
  await prepareMachine();
  const [vsix] = await Promise.all([packageExtension(), headlessHost()]);
  console.log(`\nseed ${seed}`);
  const lab = await Lab.start({ vsix, seed, services });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void lab.stop().finally(() => process.exit(130)));
  try {
    const report = await faultRun(lab, {
      seed,
      windows,
      next: values.requests
        ? counted(Number(values.requests), Number(values.kills ?? 0))
        : timed(minutes * 60_000),
      judgingSeconds: 8,
      // as fast as several people submit
      roundMs: 5000,
      quietMs: 20_000,
      say: (line) => console.log(`  ${line}`),
    });
    console.log(`\n${reportText(report)}`);
    if (values.write) await writePage('soak', reportRows(report));
    return checksOf(report).every(({ met }) => met);
  } finally {
    await lab.stop();
  }
}

/** Returns rounds until the time is over. Every fifth restart is a reload. */
function timed(ms: number): (soFar: { readonly kills: number }) => Round | null {
  const begin = Date.now();
  let rounds = 0;
  return () => {
    const passed = (Date.now() - begin) / ms;
    if (passed >= 1) return null;
    rounds += 1;
    const end = passed > 1 - calmPart ? 'none' : rounds % 5 === 0 ? 'reload' : 'kill';
    return { requests: aRound, end };
  };
}

main().then(
  (met) => process.exit(met ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
