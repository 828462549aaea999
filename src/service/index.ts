/** Talking to a judging service: profiles, addresses, credentials, the client and what can go wrong. */
export * from './address';
export * from './callbackSettings';
export { ServiceClient } from './client';
export type { Quota, ResultAnswer } from './client';
export * from './credentials';
export * from './failure';
export { decodeResult, type ServiceType } from './profiles/decodeResult';
export type { Fetch } from './fetch';
export type * from './profile';
export type { LeaseSight } from '../base/ports';
export * from './profiles';
export * from './requestIdInput';
export type { SocketState } from './resultSocket';
