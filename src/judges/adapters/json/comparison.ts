import * as v from 'valibot';
import type { ComparisonRule } from '../../../results';

const yes = v.optional(v.literal(true));
const error = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const ignoresByteOrderMark = v.optional(v.union([v.literal(true), v.literal('output')]));

/** How a judge compares outputs, from the settings. */
export const comparison: v.GenericSchema<unknown, ComparisonRule | null | undefined> = v.nullish(
  v.variant('unit', [
    v.strictObject({
      unit: v.literal('text'),
      ignoresByteOrderMark,
      ignoresEnd: yes,
      keepsCarriageReturns: yes,
    }),
    v.strictObject({
      unit: v.literal('lines'),
      ignoresByteOrderMark,
      caseless: yes,
      blanks: v.optional(v.picklist(['c', 'cOrNul', 'testlib'])),
      keepsBlankLines: yes,
      refusesEmptyOutput: yes,
    }),
    v.strictObject({
      unit: v.literal('tokens'),
      ignoresByteOrderMark,
      lineEnds: v.optional(v.picklist(['blanks', 'counted', 'countedButForEmptyLines'])),
      caseless: v.optional(v.picklist(['ascii', 'unicode'])),
      blanks: v.optional(v.picklist(['c', 'testlib', 'unicode', 'notNumeric'])),
      ignoresAfterNul: yes,
      tolerance: v.optional(
        v.strictObject({
          absolute: error,
          relative: error,
          special: v.optional(v.picklist(['equal', 'wrong'])),
        }),
      ),
    }),
  ]),
);
