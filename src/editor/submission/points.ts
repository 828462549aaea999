import type { Quota } from '../../service';

/** The points of all packets that are valid at `now` (ms since 1970). */
export function pointsLeft(quotas: readonly Quota[], now: number): number {
  return quotas.filter((quota) => isValid(quota, now)).reduce((sum, { available }) => sum + available, 0);
}

export function isValid({ validAfter, expiresAt }: Quota, now: number): boolean {
  return (validAfter === null || validAfter <= now) && (expiresAt === null || now < expiresAt);
}
