import { chanceFrom } from '../../tools/service/misbehaviour';
import { filesWith } from '../ui/support/secrets';
import { injectFaults } from './faults';
import { makeOlder, readHistory, type HistoryOnDisk } from './history';
import { nameOf, randomCourse, type Course, type Judging } from './judgings';
import type { Lab } from './lab';
import { logLines } from './logs';
import { countNotices, type NoticeCount } from './notices';
import type { HostReport, OpenResource } from './protocol';
import type { JudgedService } from './services';
import { ServiceWatch, type ServiceTraffic } from './serviceWatch';
import { after, lostOf, mixedOf, questionsInQuiet, untilEnded, untilTidy } from './waiting';
import { FaultWindow } from './window';

export interface FaultRunOptions {
  /** seed of everything random; printed, so that a run can be repeated */
  readonly seed: number;
  /** number of windows that track and share the requests, each with a workspace folder of its own */
  readonly windows: number;
  /** returns the next round: some requests, then a kill or, near the end, none; null after the last round */
  readonly next: (soFar: { readonly requests: number; readonly kills: number }) => Round | null;
  /** approximate maximum duration of a submission, s */
  readonly judgingSeconds: number;
  /** minimum duration of a round, ms */
  readonly roundMs: number;
  /** time without any request after everything has finished, ms */
  readonly quietMs: number;
  readonly say: (line: string) => void;
}

/** One round of a run. */
export interface Round {
  readonly requests: number;
  readonly end: 'kill' | 'reload' | 'none';
}

/** Results of a fault run for one judge. */
export interface ServiceReport extends ServiceTraffic {
  readonly name: string;
  readonly requests: number;
  /** submissions without a result, or with a wrong one */
  readonly lost: readonly string[];
  /** records with the result of another submission */
  readonly mixed: readonly string[];
  /** number of faults by kind */
  readonly faults: ReadonlyMap<string, number>;
}

/** Results of a fault run. */
export interface FaultRunReport {
  readonly seed: number;
  readonly seconds: number;
  readonly windows: number;
  readonly requests: number;
  readonly kills: number;
  readonly reloads: number;
  /** calls of `track` that were repeated because the extension host was killed before it returned */
  readonly askedAgain: number;
  readonly services: readonly ServiceReport[];
  /** number of records in each state at the end */
  readonly states: ReadonlyMap<string, number>;
  readonly notices: NoticeCount;
  /** results that arrived while a window with their folder was open long enough to show a notification */
  readonly endsInSight: number;
  readonly memory: { readonly start: HostReport; readonly end: HostReport };
  /** resources that the extension keeps open while nothing is pending */
  readonly open: { readonly timersAndSockets: readonly string[]; readonly watches: number };
  /** requests and upgrades while nothing was pending */
  readonly askedInQuiet: readonly string[];
  readonly pendingOnDisk: number;
  /** number of files that killed windows left behind; `diskProblems` contains those that a later start doesn’t remove */
  readonly leftovers: number;
  readonly diskProblems: readonly string[];
  /** files of VS Code and the extension that contain a credential */
  readonly filesWithSecrets: readonly string[];
  readonly logged: readonly string[];
}

/**
 * Tracks requests in windows that share them, every third in all windows at the same time. Meanwhile the judges fail, and
 * the extension host of a random window is killed repeatedly.
 */
export async function faultRun(lab: Lab, options: FaultRunOptions): Promise<FaultRunReport> {
  const { seed, say } = options;
  const { services } = lab;
  const begin = Date.now();
  const random = chanceFrom(seed);
  const watch = new ServiceWatch(lab);
  const window = await FaultWindow.open(lab, await lab.folder());
  await window.signIn(services);
  const windows = [window];
  while (windows.length < options.windows) windows.push(await FaultWindow.open(lab, await lab.folder()));
  const chance = chanceFrom(seed + 1);
  const anyWindow = () => windows[Math.floor(chance() * windows.length)] ?? window;
  const start = await window.report();
  services.forEach(injectFaults);
  const chosen = services.flatMap((service) => Array.from({ length: service.share }, () => service));
  const judgings: Judging[] = [];
  const restarts = { kill: 0, reload: 0, none: 0 };
  for (;;) {
    const round = options.next({ requests: judgings.length, kills: restarts.kill });
    if (!round) break;
    const over = after(options.roundMs);
    for (let more = 0; more < round.requests; more += 1) {
      const course = randomCourse(random, options.judgingSeconds, judgings.length + 1);
      const by = judgings.length % 3 === 2 ? windows : [anyWindow()];
      const judging = chosen[Math.floor(random() * chosen.length)]?.begin(
        by.length > 1 ? queuedLonger(course) : course,
      );
      if (!judging) throw new Error('there is no service');
      judgings.push(judging);
      await Promise.all(by.map((one) => one.track(judging)));
      await after(random() * 150);
    }
    await Promise.all([over, after(random() * 2500)]);
    restarts[round.end] += 1;
    if (round.end === 'kill') await anyWindow().kill();
    else if (round.end === 'reload') await anyWindow().reload();
    say(`${judgings.length} submissions, ${restarts.kill} kills, ${restarts.reload} reloads`);
  }
  const ended = await untilEnded(lab, windows, judgings, say);
  const askedInQuiet = await questionsInQuiet(watch, lab, windows, options.quietMs);
  const end = await reportAtRest(window, services);
  const others = await Promise.all(windows.slice(1).map((one) => reportAtRest(one, services)));
  // a start removes files of killed windows if they are older than an hour
  const { leftovers } = await readHistory(lab.history);
  await makeOlder(lab.history, 2 * 3_600_000);
  await window.reload();
  const history = await untilTidy(lab.history);
  const open = [end, ...others].flatMap((report) => report.open);
  const holds = open.filter((resource) => isHold(resource, services));
  const secrets = services.flatMap(({ secret }) => secret ?? []);
  return {
    seed,
    seconds: Math.round((Date.now() - begin) / 1000),
    windows: windows.length,
    requests: judgings.length,
    kills: restarts.kill,
    reloads: restarts.reload,
    askedAgain: windows.reduce((sum, one) => sum + one.askedAgain, 0),
    services: services.map((service) => {
      const own = judgings.filter((judging) => judging.service === service.name);
      return {
        name: service.name,
        requests: own.length,
        lost: lostOf(own, ended),
        mixed: mixedOf(own, ended, service.id),
        faults: service.standIn.misbehaved,
        ...watch.of(service),
      };
    }),
    states: countStates(history),
    notices: countNotices(
      windows.map(({ notices }) => notices),
      judgings.map(nameOf),
    ),
    endsInSight: countEndsInSight(ended, windows),
    memory: { start, end },
    open: {
      timersAndSockets: holds.map(({ kind, where }) => `${kind} of ${where}`),
      watches: open.filter(isWatch).length,
    },
    askedInQuiet,
    pendingOnDisk: ended.pending,
    leftovers: leftovers.length,
    diskProblems: [...history.problems, ...history.leftovers],
    filesWithSecrets: (
      await Promise.all(secrets.map((secret) => filesWith(secret, lab.server.dataDir)))
    ).flat(),
    logged: await logLines(lab.server.dataDir),
  };
}

/** Extends the first stage, so that all windows track the request before it ends. A later window would request it again. */
function queuedLonger(course: Course): Course {
  const [first, ...rest] = course.stages;
  return first ? { ...course, stages: [{ ...first, forMs: first.forMs + 2000 }, ...rest] } : course;
}

/** Waits until only file watchers are open: notifications are combined for a while, and VS Code’s timers outlive them. */
async function reportAtRest(window: FaultWindow, services: readonly JudgedService[]): Promise<HostReport> {
  const until = Date.now() + 60_000;
  for (;;) {
    const report = await window.report();
    if (!report.open.some((resource) => isHold(resource, services)) || Date.now() > until) return report;
    await after(500);
  }
}

function countEndsInSight({ records, writtenAt }: HistoryOnDisk, windows: readonly FaultWindow[]): number {
  return [...records.values()].filter(({ key, folder }) => {
    const window = windows.find((one) => one.folder === folder);
    return window?.wasThereAt(writtenAt.get(key) ?? 0);
  }).length;
}

function isWatch({ kind }: OpenResource): boolean {
  return kind === 'FSEVENTWRAP';
}

/** Returns whether a resource may not be open while nothing is pending. A contest that runs keeps the timer of its watch. */
function isHold(resource: OpenResource, services: readonly JudgedService[]): boolean {
  const hasContest = services.some(({ contestPath }) => contestPath !== undefined);
  const isOfContest = hasContest && /\bannounceChange\b/.test(resource.where);
  return !isWatch(resource) && !isOfContest;
}

function countStates({ records }: HistoryOnDisk): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { state } of records.values()) counts.set(state.kind, (counts.get(state.kind) ?? 0) + 1);
  return counts;
}
