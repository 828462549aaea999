import type { Round } from './faultRun';

/** Returns rounds that distribute this many requests evenly over this many kills. */
export function counted(
  requests: number,
  kills: number,
): (soFar: { readonly requests: number; readonly kills: number }) => Round | null {
  return (soFar) => {
    if (soFar.kills < kills) {
      const share = Math.ceil((requests - soFar.requests) / (kills - soFar.kills));
      return { requests: share, end: 'kill' };
    }
    return soFar.requests < requests ? { requests: requests - soFar.requests, end: 'none' } : null;
  };
}
