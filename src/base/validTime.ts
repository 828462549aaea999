/** The last time that `Date` can represent, ms since 1970. */
const LAST_MOMENT = 8.64e15;

/** Returns whether `Date` can represent a time in ms since 1970. Formatting any other time throws. */
export function isValidTime(time: number): boolean {
  return Math.abs(time) <= LAST_MOMENT;
}
