import type { MisbehaviourRule } from '../../tools/service';
import type { JudgedService, ServiceName } from './services';

/** Random faults of every judge, with their probability for each request or upgrade. */
const everywhere: readonly MisbehaviourRule[] = [
  { what: { kind: 'delay', ms: 150 }, probability: 0.2 },
  { what: { kind: 'delay', ms: 900 }, probability: 0.05 },
  { what: { kind: 'status', status: 500 }, probability: 0.03 },
  { what: { kind: 'status', status: 502 }, probability: 0.03 },
  { what: { kind: 'status', status: 503, headers: { 'Retry-After': '1' } }, probability: 0.01 },
  { what: { kind: 'reset' }, probability: 0.04 },
  { what: { kind: 'cut', bytes: 40 }, probability: 0.04 },
  { what: { kind: 'tooManyRequests', retryAfter: 1 }, probability: 0.01 },
  { what: { kind: 'tooManyRequests', retryAfter: 2 }, probability: 0.005 },
  { what: { kind: 'html' }, probability: 0.01 },
  { what: { kind: 'wrongTypes' }, probability: 0.01 },
  { what: { kind: 'trickle', bytes: 200, ms: 5 }, probability: 0.03 },
  { what: { kind: 'refuseSocket', status: 503 }, probability: 0.1 },
];

const stale: MisbehaviourRule = { what: { kind: 'stale' }, probability: 0.1 };

/** Random faults of pushes. */
const ofPushes: readonly MisbehaviourRule[] = [
  { what: { kind: 'duplicatePush' }, probability: 0.1 },
  { what: { kind: 'losePush' }, probability: 0.15 },
  { what: { kind: 'dropSocket' }, probability: 0.01 },
];

const ofSpecification: readonly MisbehaviourRule[] = [
  stale,
  { what: { kind: 'reshape', keyedLists: true, numericStrings: true }, probability: 0.02 },
  ...ofPushes,
  { what: { kind: 'stalePush' }, probability: 0.15 },
];

/**
 * Faults of one judge. Hydro has no stale frames, which would be new submissions. Codeforces and CMS have no stale lists,
 * which would lack new submissions.
 */
const own: Readonly<Record<ServiceName, readonly MisbehaviourRule[]>> = {
  judge: ofSpecification,
  platform: ofSpecification,
  hydro: [
    stale,
    ...ofPushes,
    refused(403, { error: { name: 'OpcountExceededError', code: 403, params: ['global', 5, 100] } }),
    refused(500, { error: { name: 'AggregateError', code: 500, params: [] } }),
  ],
  judge0: [stale, refused(503, { error: 'queue is full' })],
  dmoj: [stale],
  ejudge: [stale],
  omegaup: [stale],
  cses: [stale, refused(400, { message: 'Too many requests', code: 'client_error' })],
  yandex: [stale],
  eolymp: [stale, refused(500, { code: 13, message: 'internal error' })],
  cms: [],
  codeforces: [
    refused(503, { status: 'FAILED', comment: 'Call limit exceeded' }),
    refused(400, { status: 'FAILED', comment: 'Call limit exceeded' }),
  ],
};

/** A response of this judge that means it can’t process the request now. */
function refused(status: number, body: object): MisbehaviourRule {
  return { what: { kind: 'status', status, body }, probability: 0.01 };
}

/** Makes a judge fail randomly from now on, depending on its seed. */
export function injectFaults({ name, standIn }: JudgedService): void {
  for (const rule of [...everywhere, ...own[name]]) standIn.misbehave(rule);
}
