import type { ServiceFailure } from '../service/failure';
import type { Random, ServiceHealth } from './ports';
import { sameHealth, ServiceCondition } from './serviceHealth';

/** What this window knows of one service. */
export interface Service {
  readonly condition: ServiceCondition;
  /** asks under way */
  asking: number;
  pushLive: boolean;
  /** it has listed unfinished cases, so the end of a judging can be predicted */
  listsUnfinished: boolean;
}

export interface ServicesParts {
  readonly random: Random;
  /** told once a change */
  readonly onService: (origin: string, health: ServiceHealth) => void;
  readonly onPaymentRequired: (origin: string, failure: ServiceFailure) => void;
  /** called before `onService`: it answers again */
  readonly onBack: (origin: string) => void;
}

/** Services by origin, made when they are first mentioned. */
export class Services {
  private readonly byOrigin = new Map<string, Service>();

  constructor(private readonly parts: ServicesParts) {}

  of(origin: string): Service {
    const known = this.byOrigin.get(origin);
    if (known) return known;
    const condition = new ServiceCondition(this.parts.random);
    const made: Service = { condition, asking: 0, pushLive: false, listsUnfinished: false };
    this.byOrigin.set(origin, made);
    return made;
  }

  /** Changes how a service is doing, and tells what a person should know about it. */
  change(origin: string, change: (condition: ServiceCondition) => void): void {
    const { condition } = this.of(origin);
    const before = condition.health;
    const refusedForMoney = condition.paymentRequired !== null;
    change(condition);
    const after = condition.health;
    if (before.kind !== 'ok' && after.kind === 'ok') this.parts.onBack(origin);
    if (!sameHealth(before, after)) this.parts.onService(origin, after);
    const payment = condition.paymentRequired;
    if (payment && !refusedForMoney) this.parts.onPaymentRequired(origin, payment);
  }

  /** The clock was set back by `by` ms. */
  shift(by: number): void {
    for (const { condition } of this.byOrigin.values()) condition.shift(by);
  }
}
