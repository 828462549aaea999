import type { KnownRecord } from '../../records';

/** Stands where other records have their service's origin: nobody is asked for samples. */
export const sampleOrigin = 'sample:';

/** The samples' source files: in memory, changes last as long as the window. */
export const sampleScheme = 'judge-sample';

export function isSample({ origin }: Pick<KnownRecord, 'origin'>): boolean {
  return origin === sampleOrigin;
}
