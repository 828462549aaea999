import { chanceFrom } from '../../tools/service/misbehaviour';
import { randomCourse, type Judging } from './judgings';
import type { Lab } from './lab';
import type { JudgedService } from './services';
import { ServiceWatch } from './serviceWatch';
import { lostOf, untilEnded, untilTaken } from './waiting';
import { FaultWindow } from './window';

/** Results of two windows with one history. */
export interface SharedReport {
  readonly requests: number;
  readonly lost: readonly string[];
  readonly askedTwiceAtOnce: readonly string[];
  /** requests that both windows sent */
  readonly askedByBoth: readonly string[];
  /** maximum number of simultaneous push sockets */
  readonly sockets: number;
}

/** Windows of one computer that track requests together. */
export class SharedRun {
  readonly watch: ServiceWatch;
  private readonly service: JudgedService;
  private readonly random: () => number;
  private begun = 0;

  constructor(
    private readonly lab: Lab,
    seed: number,
  ) {
    this.random = chanceFrom(seed);
    this.watch = new ServiceWatch(lab);
    const [service] = lab.services;
    if (!service) throw new Error('there is no service');
    this.service = service;
    // so that windows share both pushes and polls
    service.standIn.misbehave({ what: { kind: 'losePush' }, probability: 0.5 });
  }

  open(folder: string): Promise<FaultWindow> {
    return FaultWindow.open(this.lab, folder);
  }

  /** Tracks requests in both windows, some in both at the same time, and waits until all have finished. */
  async track(windows: readonly [FaultWindow, FaultWindow], requests: number): Promise<SharedReport> {
    this.watch.clear();
    const judgings = await this.begin(requests, (at) => (at % 3 === 2 ? windows : [windows[at % 3 ? 1 : 0]]));
    return this.report(judgings, windows);
  }

  /** Kills the window that tracks the requests. The other window has to finish them. */
  async takeOver(from: FaultWindow, by: FaultWindow, requests: number): Promise<SharedReport> {
    this.watch.clear();
    const judgings = await this.begin(requests, () => [from]);
    await from.killForGood();
    return this.report(judgings, [by]);
  }

  /** Holds back each result until all its windows track it. A later window would request it again. */
  private async begin(
    requests: number,
    where: (at: number) => readonly FaultWindow[],
  ): Promise<readonly Judging[]> {
    const judgings: Judging[] = [];
    for (let at = 0; at < requests; at += 1) {
      const judging = this.service.begin(randomCourse(this.random, 3, (this.begun += 1)));
      judgings.push(judging);
      const release = this.hold(judging);
      await Promise.all(
        where(at).map(async (window) => {
          await window.track(judging);
          await untilTaken(window);
        }),
      );
      release();
    }
    return judgings;
  }

  private hold({ id }: Judging): () => void {
    const { standIn } = this.service;
    const holds = [
      standIn.misbehave({ what: { kind: 'status', status: 204 }, id }),
      standIn.misbehave({ what: { kind: 'losePush' }, id }),
    ];
    return () => holds.forEach((end) => end());
  }

  private async report(judgings: readonly Judging[], windows: readonly FaultWindow[]): Promise<SharedReport> {
    const ended = await untilEnded(this.lab, windows, judgings, () => undefined);
    const { twiceAtOnce, byMany, sockets } = this.watch.of(this.service);
    return {
      requests: judgings.length,
      lost: lostOf(judgings, ended),
      askedTwiceAtOnce: twiceAtOnce,
      askedByBoth: byMany,
      sockets,
    };
  }
}
