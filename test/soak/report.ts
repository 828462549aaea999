import type { Row } from '../bench/row';
import type { FaultRunReport, ServiceReport } from './faultRun';
import type { HostReport } from './protocol';

/** One check of a report. */
interface Check {
  readonly what: string;
  readonly measured: string | number;
  readonly wanted: string;
  readonly met: boolean;
}

/** Lists of a service that must be empty. */
type ServiceList = 'lost' | 'mixed' | 'twiceAtOnce' | 'soonByAnother' | 'misplaced';

/** Maximum growth of memory over a new window, bytes: all records, and the views that show them. */
const maxGrowth = 48_000_000;
/**
 * Maximum growth of the whole process over a new window, bytes. Includes memory outside the heap, and free memory that isn’t
 * returned yet. Five minutes with hundreds of results each take 260 MB; a leak of date formatters took 900 MB.
 */
const maxResidentGrowth = 384_000_000;

const toldEnds = 'results announced in notifications';

/** Returns all checks of a fault run, with the measured values. */
export function checksOf(report: FaultRunReport): Check[] {
  const none = (what: string, measured: number): Check => ({
    what,
    measured,
    wanted: '0',
    met: measured === 0,
  });
  const { notices, memory, requests, services } = report;
  // a window may end after it wrote a result and before it showed the notification
  const minEnds = Math.floor(report.endsInSight * 0.9);
  // a repeated call of `track` shows another notification
  const maxEnds = requests + report.askedAgain;
  const sum = (list: ServiceList) => services.reduce((count, one) => count + one[list].length, 0);
  const ofServices = (what: string, list: ServiceList) => none(what, sum(list));
  const sockets = Math.max(...services.map((one) => one.sockets));
  const more = keptBytes(memory.end) - keptBytes(memory.start);
  const moreResident = memory.end.rss - memory.start.rss;
  return [
    ofServices('results lost or wrong', 'lost'),
    ofServices('records with the result of another submission', 'mixed'),
    none('still pending on the disk', report.pendingOnDisk),
    ofServices('polled twice at the same time', 'twiceAtOnce'),
    {
      what: 'polled by a window immediately after another window',
      measured: sum('soonByAnother'),
      // a repeated call of `track` polls immediately
      wanted: `at most ${report.askedAgain}`,
      met: sum('soonByAnother') <= report.askedAgain,
    },
    ofServices('requests with missing or misdirected credentials', 'misplaced'),
    none('files with a credential', report.filesWithSecrets.length),
    {
      what: 'simultaneous push connections to a service',
      measured: sockets,
      wanted: 'at most 1',
      met: sockets <= 1,
    },
    none('notifications repeated for the same cause', notices.repeated.length),
    {
      what: toldEnds,
      measured: notices.ends,
      wanted: `${minEnds} to ${maxEnds}`,
      met: notices.ends >= minEnds && notices.ends <= maxEnds,
    },
    none('other notifications', notices.others.length),
    none('requests while nothing is pending', report.askedInQuiet.length),
    none('timers and sockets open while nothing is pending', report.open.timersAndSockets.length),
    none('files damaged or left over after the next start', report.diskProblems.length),
    {
      what: 'memory growth over a new window',
      measured: megabytes(more),
      wanted: `at most ${megabytes(maxGrowth)}`,
      met: more <= maxGrowth,
    },
    {
      what: 'memory growth of the whole process over a new window',
      measured: megabytes(moreResident),
      wanted: `at most ${megabytes(maxResidentGrowth)}`,
      met: moreResident <= maxResidentGrowth,
    },
  ];
}

/** The report as rows of docs/development/benchmarks.md. */
export function reportRows(report: FaultRunReport): readonly Row[] {
  const { kills, reloads, requests, seconds, seed, services, windows } = report;
  const faults = services.flatMap((one) => [...one.faults.values()]).reduce((sum, times) => sum + times, 0);
  const checks = checksOf(report);
  const passed = checks.filter(({ met }) => met).length;
  return [
    {
      measure: 'checks that passed',
      headline: `checks that passed: ${requests} submissions to ${services.length} judges from ${windows} windows in ${seconds} s, ${kills} kills and ${reloads} reloads of extension hosts, ${faults} failures of judges, seed ${seed}`,
      ours: `${passed} of ${checks.length}`,
      peer: '',
      budget: 'all',
      met: passed === checks.length,
      role: 'worst',
    },
    ...checks.map(({ what, measured, wanted, met }): Row => {
      return { measure: what, ours: String(measured), peer: '', budget: wanted, met, role: 'detail' };
    }),
  ];
}

/** Formats the report for the terminal. */
export function reportText(report: FaultRunReport): string {
  const { memory, notices, services } = report;
  const list = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
  const checks = checksOf(report);
  const details = [
    ...services.flatMap(({ lost, mixed, twiceAtOnce, soonByAnother, misplaced }) => [
      ...[...lost, ...mixed, ...twiceAtOnce, ...soonByAnother, ...misplaced],
    ]),
    ...notices.repeated.flatMap((name) => notices.told.filter((words) => words.includes(name))),
    ...(checks.some(({ what, met }) => what === toldEnds && !met) ? notices.told : []),
    ...notices.others,
    ...report.askedInQuiet,
    ...report.open.timersAndSockets,
    ...report.diskProblems,
    ...report.filesWithSecrets,
  ];
  return [
    `seed ${report.seed}, ${report.seconds} s, windows ${report.windows}`,
    `submissions ${report.requests}, kills ${report.kills}, reloads ${report.reloads}, requested again ${report.askedAgain}`,
    ...tableOf(services),
    ...services.map(({ name, faults }) => `faults at ${name}: ${list(faults)}`),
    `states reached: ${list(report.states)}`,
    `notifications: ${notices.told.length} (${notices.ends} results; at least ${report.endsInSight} expected)`,
    `memory of the extension host: start ${hostMemory(memory.start)}, end ${hostMemory(memory.end)}`,
    `open at the end: ${report.open.timersAndSockets.length} timers and sockets, ${report.open.watches} watchers of the shared folder`,
    `files left behind by killed windows: ${report.leftovers}`,
    `log: ${report.logged.length} warnings and errors`,
    ...report.logged.slice(0, 10).map((line) => `  ${line}`),
    '',
    ...checks.map(({ what, measured, wanted, met }) => `${met ? '✔' : '✘'} ${what}: ${measured} (${wanted})`),
    ...(details.length > 0 ? ['', ...details.slice(0, 40)] : []),
  ].join('\n');
}

/** Returns a line for each judge. */
function tableOf(services: readonly ServiceReport[]): string[] {
  const rows = services.map((one) => [
    ...[one.name, one.requests, one.requests - one.lost.length, one.lost.length, one.mixed.length],
    ...[one.asks, one.twiceAtOnce.length, one.misplaced.length, one.sockets],
    [...one.faults.values()].reduce((sum, times) => sum + times, 0),
  ]);
  const head = [
    'service',
    'submissions',
    'results',
    'lost',
    'mixed up',
    'requests',
    'twice',
    'credentials',
    'sockets',
  ];
  return [[...head, 'faults'], ...rows].map((row) =>
    row.map((cell, at) => (at === 0 ? String(cell).padEnd(10) : String(cell).padStart(13))).join(''),
  );
}

/** Returns the memory of objects. The process has more, because not all free memory is returned. */
function keptBytes({ heapUsed, external }: HostReport): number {
  return heapUsed + external;
}

function hostMemory(host: HostReport): string {
  const { rss, heapUsed, external } = host;
  return `${megabytes(rss)} resident, ${megabytes(heapUsed)} heap, ${megabytes(external)} external`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
