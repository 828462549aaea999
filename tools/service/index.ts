/**
 * The local judging service: the whole interface over loopback, judging for real.
 *
 * It runs the programs it is sent as the person who started it. It is NOT a sandbox: its guards (http/guards.ts) keep
 * others from sending it programs, and nothing keeps a program that was sent from doing what its sender could do.
 */
export { startLocalService, LocalService, localName } from './service';
export type { Misbehaviour, MisbehaviourRule } from './misbehaviour';
export type { Step } from './requests';
export { roles } from './roles';
export { newRequestId } from './requestIds';
export { callbackSignature } from './push/signature';
export { startOtherOrigin, type OtherOrigin } from './otherOrigin';
export type { Verdict } from './judging/verdict';
export { problems } from './problems';
