/** Last moment that has a date in JavaScript, ms since 1970. */
const LAST_MOMENT = 8.64e15;

/** Whether a number is a moment in ms since 1970. `Date` and `Intl` throw for others. */
export function isMoment(time: number): boolean {
  return Math.abs(time) <= LAST_MOMENT;
}
