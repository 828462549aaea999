import type { Tolerance } from './comparisonRule';

/** Added to every tolerance, as testlib does, because decimal numbers are rounded when they are read. */
const ROUNDING_ERROR = 1e-15;

/** Returns whether the error of a number is at most the absolute tolerance, or the relative one of the expected number. */
export function isWithinTolerance(found: number, expected: number, tolerance: Tolerance): boolean {
  const error = Math.abs(found - expected);
  const relative = tolerance.relative * Math.abs(expected);
  return error <= Math.max(tolerance.absolute, relative) + ROUNDING_ERROR;
}
