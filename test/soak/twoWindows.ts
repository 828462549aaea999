import { chanceFrom } from '../../tools/service/misbehaviour';
import { AskWatch } from './askWatch';
import { randomJudging, type Judging } from './judgings';
import type { Lab } from './lab';
import { lostOf, untilEnded } from './waiting';
import { FaultWindow } from './window';

/** What two windows have shown on one history. */
export interface SharedReport {
  readonly requests: number;
  readonly lost: readonly string[];
  readonly askedTwiceAtOnce: readonly string[];
  /** IDs for which more than one window has asked */
  readonly askedByBoth: readonly string[];
  /** the most push sockets that were ever open */
  readonly sockets: number;
}

/** Windows of one computer, and what they track together. */
export class SharedRun {
  private readonly watch: AskWatch;
  private readonly random: () => number;

  constructor(
    private readonly lab: Lab,
    seed: number,
  ) {
    this.random = chanceFrom(seed);
    this.watch = new AskWatch(lab);
    // so that both sources of results have to be shared: what is not pushed is asked for
    lab.service.misbehave({ what: { kind: 'losePush' }, probability: 0.5 });
  }

  open(folder: string): Promise<FaultWindow> {
    return FaultWindow.open(this.lab, folder);
  }

  /** Tracks requests in both windows, some in both at the same moment, and waits until all have ended. */
  async track(windows: readonly [FaultWindow, FaultWindow], requests: number): Promise<SharedReport> {
    this.watch.clear();
    const judgings = await this.begin(requests, (at) => (at % 3 === 2 ? windows : [windows[at % 3 ? 1 : 0]]));
    return this.report(judgings, windows);
  }

  /** Kills the window that tracks; the other one has to bring all to the end. */
  async takeOver(from: FaultWindow, by: FaultWindow, requests: number): Promise<SharedReport> {
    this.watch.clear();
    const judgings = await this.begin(requests, () => [from]);
    const waiting = new Set(judgings.map(({ id }) => id));
    while (waiting.size > 0) for (const id of await from.taken()) waiting.delete(id);
    await from.killForGood();
    return this.report(judgings, [by]);
  }

  private async begin(
    requests: number,
    where: (at: number) => readonly FaultWindow[],
  ): Promise<readonly Judging[]> {
    const judgings = Array.from({ length: requests }, () => randomJudging(this.random, 3));
    for (const [at, { id, steps }] of judgings.entries()) {
      this.lab.service.play(id, steps);
      await Promise.all(where(at).map((window) => window.track(id)));
    }
    return judgings;
  }

  private async report(judgings: readonly Judging[], windows: readonly FaultWindow[]): Promise<SharedReport> {
    const ended = await untilEnded(this.lab, windows, judgings, () => undefined);
    return {
      requests: judgings.length,
      lost: lostOf(judgings, ended),
      askedTwiceAtOnce: this.watch.twiceAtOnce,
      askedByBoth: this.watch.byMany,
      sockets: this.lab.service.mostSockets,
    };
  }
}
