import type { AskResult } from './asker';
import type { Bookkeeper } from './bookkeeper';
import type { Entries } from './entries';
import type { Entry } from './entry';
import { meaningOfFailure } from './failures';
import type { FailureMeaning } from './failures';
import type { LeaseKeeper } from './leaseKeeper';
import type * as Port from './ports';
import { jittered, nextGap } from './schedule';
import type { Services } from './services';
import { afterFailure, afterNotReady, afterStanding } from './transition';
import type { Step } from './transition';

export interface ProgressParts {
  readonly random: Port.Random;
  readonly settings: () => Port.PollingSettings;
  readonly entries: Entries;
  readonly services: Services;
  readonly books: Bookkeeper;
  readonly leases: LeaseKeeper;
  /** it is at its end */
  readonly finish: (entry: Entry, state: Port.TrackedState) => void;
  /** another window has ended it */
  readonly drop: (entry: Entry) => void;
}

/** What could not be kept is asked for again, less and less often. */
const UNKEPT: FailureMeaning = { kind: 'unusable' };

/** Takes a request a step further by what is learnt of it: to its next question, or to its end. */
export class Progress {
  constructor(private readonly parts: ProgressParts) {}

  /** What one ask brought. */
  take(entry: Entry, result: AskResult, now: number): void {
    const { origin, key } = entry.request;
    const settings = this.parts.settings();
    switch (result.kind) {
      case 'ended':
        this.parts.drop(entry);
        return;
      case 'elsewhere':
        // The window that asks for it reads there that a person wants it now.
        if (entry.byPerson) this.parts.books.hurry(entry, () => this.parts.drop(entry));
        entry.byPerson = false;
        return;
      case 'notDue':
        return;
      case 'notKept':
        entry.byPerson = false;
        this.advance(entry, afterFailure(entry.request, result.before, UNKEPT, now, settings), now);
        return;
      case 'notReady':
        entry.byPerson = false;
        entry.lastAnswer = { kind: 'notReady', at: now };
        this.parts.services.change(origin, (condition) => condition.answered(result.askedAt));
        this.advance(entry, afterNotReady(entry.request, now, settings), now);
        return;
      case 'result':
        entry.byPerson = false;
        entry.lastAnswer = { kind: 'result', at: now };
        this.parts.services.change(origin, (condition) => condition.answered(result.askedAt));
        this.stands(entry, result.standing, now);
        return;
      case 'failure': {
        entry.byPerson = false;
        entry.lastAnswer = { kind: 'failure', at: now, failure: result.failure };
        const meaning = meaningOfFailure(result.failure);
        const when = { askedAt: result.askedAt, now, oldestGoneAt: this.parts.entries.oldestGoneAt(origin) };
        this.parts.services.change(origin, (condition) =>
          condition.failed(key, meaning, result.failure, when),
        );
        this.advance(entry, afterFailure(entry.request, result.before, meaning, now, settings), now);
        return;
      }
    }
  }

  /** What stands in the store now: brought by an ask, pushed, or from another window. */
  stands(entry: Entry, standing: Port.Standing, now: number): void {
    if (standing.progress.total !== null) this.parts.services.of(entry.request.origin).listsUnfinished = true;
    this.advance(entry, afterStanding(entry.request, standing, now, this.parts.settings()), now);
  }

  private advance(entry: Entry, step: Step, now: number): void {
    if (step.kind === 'end') {
      this.parts.finish(entry, step.state);
      return;
    }
    const { phase } = entry.request;
    entry.request = step.request;
    const gap = step.gap === 'schedule' ? this.gap(entry, now) : jittered(step.gap, this.parts.random);
    entry.request = { ...step.request, dueAt: now + gap };
    if (phase !== step.request.phase) void this.parts.books.tell(entry, { kind: step.request.phase });
    // What another window asks for, that window writes.
    if (this.parts.leases.has(entry.request.key)) this.parts.books.save(entry, () => this.parts.drop(entry));
  }

  /** When it is asked next, as far as the schedule alone says: ms from now. */
  gap({ request }: Entry, now: number): number {
    const { pushLive, listsUnfinished } = this.parts.services.of(request.origin);
    const settings = this.parts.settings();
    return nextGap({ request, now, settings, listsUnfinished, pushLive }, this.parts.random);
  }
}
