/** Talking to a judging service: profiles, addresses, credentials, the client and what can go wrong. */
export * from './address';
export { ServiceClient } from './client';
export type { PlainAnswer, ReadResult, ResultAnswer } from './profiles/reading';
export * from './credentials';
export * from './failure';
export * from './profiles';
export type { AskedField, OfferedValue, Site } from './profiles/kind';
export { callbackPath, callbackPorts, callbackSettings, newCallbackSecret } from './fields';
export type { CallbackSettings, SettingFault, SettingProblem } from './fields';
export type { Fetch } from './fetch';
export type * from './profile';
export * from './requestIdInput';
export type { SocketState } from './resultSocket';
export * from './sendSamples';
export { traceReading, type TracedPlace, type TracedReading } from './traceReading';
export { Turns } from './turns';
