import type { LocalService, MisbehaviourRule } from '../../tools/service';

const path = '/judge/result';

/** What goes wrong by chance, and how often: of questions, of pushes, of upgrades. */
const rules: readonly MisbehaviourRule[] = [
  { path, what: { kind: 'delay', ms: 150 }, probability: 0.2 },
  { path, what: { kind: 'delay', ms: 900 }, probability: 0.05 },
  { path, what: { kind: 'status', status: 500 }, probability: 0.03 },
  { path, what: { kind: 'status', status: 502 }, probability: 0.03 },
  { path, what: { kind: 'status', status: 503, headers: { 'Retry-After': '1' } }, probability: 0.01 },
  { path, what: { kind: 'reset' }, probability: 0.04 },
  { path, what: { kind: 'cut', bytes: 40 }, probability: 0.04 },
  { path, what: { kind: 'tooManyRequests', retryAfter: 1 }, probability: 0.01 },
  { path, what: { kind: 'tooManyRequests', retryAfter: 2 }, probability: 0.005 },
  { path, what: { kind: 'stale' }, probability: 0.1 },
  { path, what: { kind: 'html' }, probability: 0.01 },
  { path, what: { kind: 'wrongTypes' }, probability: 0.01 },
  { path, what: { kind: 'trickle', bytes: 200, ms: 5 }, probability: 0.03 },
  { path, what: { kind: 'reshape', keyedLists: true, numericStrings: true }, probability: 0.02 },
  { what: { kind: 'duplicatePush' }, probability: 0.1 },
  { what: { kind: 'stalePush' }, probability: 0.15 },
  { what: { kind: 'losePush' }, probability: 0.15 },
  { what: { kind: 'dropSocket' }, probability: 0.01 },
  { what: { kind: 'refuseSocket', status: 503 }, probability: 0.1 },
];

/** Has the service misbehave from now on, by chance from its seed. */
export function injectFaults(service: LocalService): void {
  for (const rule of rules) service.misbehave(rule);
}
