/**
 * The local judge. It provides the complete interface of the specification on the loopback interface, and really judges
 * programs.
 *
 * It runs submitted programs as the user who started it. It is NOT a sandbox: its guards (http/guards.ts) prevent
 * others from submitting programs, but a submitted program can do everything that the user can do.
 */
export { startLocalService, LocalService, localName } from './service';
export type { Misbehaviour, MisbehaviourRule } from './misbehaviour';
export type { Step } from './requests';
export { roles } from './simulatedServices';
export { newRequestId } from './requestIds';
export { callbackSignature } from './push/signature';
export { startOtherOrigin, type OtherOrigin } from './otherOrigin';
export type { Verdict } from './judging/verdict';
export { problems } from './problems';
