import type { KnownRecord } from '../../records';

/** Stands where other records have their service: nobody is asked for samples. */
export const sampleService = 'sample:';

/** The samples' source files: in memory, changes last as long as the window. */
export const sampleScheme = 'judge-sample';

export function isSample({ service }: Pick<KnownRecord, 'service'>): boolean {
  return service === sampleService;
}
