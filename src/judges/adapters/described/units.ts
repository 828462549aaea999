import * as v from 'valibot';
import { oneOf } from '../../settingFields';

/** ms of each unit of time */
export const timeUnits = { ns: 1e-6, us: 1e-3, ms: 1, s: 1000 } as const;

/** KiB of each unit of memory */
export const memoryUnits = { B: 1 / 1024, KB: 1, KiB: 1, MB: 1024, MiB: 1024, GiB: 1024 * 1024 } as const;

/** The units of the numbers in a judge's responses, from the settings. */
export const units = v.strictObject({
  time: v.optional(oneOf(['ns', 'us', 'ms', 's'] as const), 'ms' as const),
  memory: v.optional(oneOf(['B', 'KB', 'KiB', 'MB', 'MiB', 'GiB'] as const), 'KiB' as const),
});

export type Units = v.InferOutput<typeof units>;
