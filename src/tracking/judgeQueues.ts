import { judgeIdentity } from '../judges/address';
import { BatchLock } from './batchLock';
import type { Job } from './job';
import type { TrackerParts } from './ports';
import { type OriginLoad, type Poll, JudgeQueue } from './judgeQueue';

/** The queues of all judges. Judges at the same origin share its limits. */
export class JudgeQueues {
  private readonly queues = new Map<string, JudgeQueue>();
  /** Polls in flight and recent polls, by origin. */
  private readonly loads = new Map<string, OriginLoad>();

  constructor(
    private readonly clock: { now(): number },
    private readonly parts: Omit<TrackerParts, 'clock'>,
  ) {}

  of(service: string): JudgeQueue {
    const known = this.queues.get(service);
    if (known) return known;
    const { leases, random, judges, settings, events } = this.parts;
    const lock = new BatchLock(service, leases, this.clock, random, events);
    const queue = new JudgeQueue(service, lock, this.loadOf(service), judges, settings, random);
    this.queues.set(service, queue);
    return queue;
  }

  all(): readonly JudgeQueue[] {
    return [...this.queues.values()];
  }

  /** Returns all planned polls of these jobs, longest overdue first. */
  plannedPolls(jobs: readonly Job[], now: number, isFocused: boolean): readonly Poll[] {
    const byJudge = new Map<string, Job[]>();
    for (const job of jobs) {
      const others = byJudge.get(job.service);
      if (others) others.push(job);
      else byJudge.set(job.service, [job]);
    }
    return [...byJudge]
      .flatMap(([service, judgeJobs]) => this.of(service).plannedPolls(judgeJobs, now, isFocused))
      .sort((a, b) => a.dueAt - b.dueAt);
  }

  isPolling(key: string): boolean {
    for (const queue of this.queues.values()) if (queue.isPolling(key)) return true;
    return false;
  }

  private loadOf(service: string): OriginLoad {
    const { address } = judgeIdentity(service);
    const origin = URL.canParse(address) ? new URL(address).origin : address;
    const load = this.loads.get(origin) ?? { inFlight: 0, starts: [] };
    this.loads.set(origin, load);
    return load;
  }
}
