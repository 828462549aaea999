import type { FaultRunReport } from './faultRun';
import type { HostReport } from './protocol';

/** Something that has to hold. */
interface Check {
  readonly what: string;
  readonly measured: string | number;
  readonly wanted: string;
  readonly met: boolean;
}

/** What may be kept more at the end than in a fresh window, bytes: all records and what shows them. */
const mostMore = 48_000_000;
/**
 * The same of what the process holds, with what the collector of garbage knows nothing of and what is not yet given back:
 * five minutes of hundreds of results each leave 260 MB, and left 900 MB where formats of dates were made anew each time.
 */
const mostMoreResident = 384_000_000;

/** Everything that a fault run has to show; each with what it did show. */
export function checksOf(report: FaultRunReport): Check[] {
  const none = (what: string, measured: number): Check => ({
    ...{ what, measured, wanted: '0' },
    met: measured === 0,
  });
  const { notices, memory, requests } = report;
  const more = keptBytes(memory.end) - keptBytes(memory.start);
  const moreResident = memory.end.rss - memory.start.rss;
  return [
    none('lost, or not as they ended', report.lost.length),
    none('still pending on the disk', report.pendingOnDisk),
    none('asked for twice at once', report.askedTwiceAtOnce.length),
    {
      what: 'push sockets at once',
      measured: report.sockets,
      wanted: 'at most 1',
      met: report.sockets <= 1,
    },
    none('notices that repeat one with the same cause', notices.repeated.length),
    {
      what: 'ends told in notices',
      measured: notices.ends,
      wanted: `at most ${requests}`,
      met: notices.ends <= requests,
    },
    none('notices of anything but ends', notices.others.length),
    none('questions with nothing pending', report.askedInQuiet),
    none('timers and sockets open with nothing pending', report.open.timersAndSockets.length),
    none('files out of order after a later start', report.diskProblems.length),
    {
      what: 'memory kept at the end beyond that of a fresh window',
      measured: megabytes(more),
      wanted: `at most ${megabytes(mostMore)}`,
      met: more <= mostMore,
    },
    {
      what: 'memory of the whole process beyond that of a fresh window',
      measured: megabytes(moreResident),
      wanted: `at most ${megabytes(mostMoreResident)}`,
      met: moreResident <= mostMoreResident,
    },
  ];
}

/** The report in words. */
export function reportText(report: FaultRunReport): string {
  const { memory, notices } = report;
  const list = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
  const checks = checksOf(report);
  const details = [
    ...report.lost,
    ...notices.repeated,
    ...notices.others,
    ...report.open.timersAndSockets,
    ...report.diskProblems,
  ];
  return [
    `seed ${report.seed}, ${report.seconds} s`,
    `requests ${report.requests}, kills ${report.kills}, reloads ${report.reloads}`,
    `questions ${report.asks} (${(report.asks / report.requests).toFixed(1)} a request)`,
    `faults injected: ${list(report.faults)}`,
    `states reached: ${list(report.states)}`,
    `notices ${notices.notices}, which told ${notices.ends} ends`,
    `memory of the extension host: start ${hostMemory(memory.start)}, end ${hostMemory(memory.end)}`,
    `open at the end: ${report.open.timersAndSockets.length} timers and sockets, ${report.open.watches} watches of the shared folder`,
    `files that the kills left behind: ${report.leftovers}`,
    `log: ${report.logged.length} warnings and errors`,
    ...report.logged.slice(0, 10).map((line) => `  ${line}`),
    '',
    ...checks.map(({ what, measured, wanted, met }) => `${met ? '✔' : '✘'} ${what}: ${measured} (${wanted})`),
    ...(details.length > 0 ? ['', ...details.slice(0, 40)] : []),
  ].join('\n');
}

/** What objects hold. The process holds more: what was freed is not all given back. */
function keptBytes({ heapUsed, external }: HostReport): number {
  return heapUsed + external;
}

function hostMemory(host: HostReport): string {
  const { rss, heapUsed, external } = host;
  return `${megabytes(rss)} resident, ${megabytes(heapUsed)} heap, ${megabytes(external)} beside it`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
