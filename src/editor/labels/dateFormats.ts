import { env, l10n } from 'vscode';
import { isValidTime } from '../../base/validTime';

const forms = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { month: 'short', day: 'numeric' },
  dayWithTime: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  whole: { dateStyle: 'medium', timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/**
 * Formats a time as `14:03` if it is today, as `Nov 20` if it is an earlier day, and as `Nov 22, 00:05` if it is a later
 * day. The text remains correct without updates.
 */
export function shortMoment(time: number, now = Date.now()): string {
  const sameDay = new Date(time).toDateString() === new Date(now).toDateString();
  if (sameDay) return format(time, 'time');
  return format(time, time > now ? 'dayWithTime' : 'day');
}

/** Formats day and time in full. */
export function dayAndTime(time: number): string {
  return format(time, 'whole');
}

/**
 * Formats by form and language. Cached, because each takes tens of kilobytes of memory that the garbage collector can't
 * see.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(time: number, form: keyof typeof forms): string {
  // an earlier version may have stored an invalid time
  if (!isValidTime(time)) return '';
  const name = `${form} ${env.language}`;
  let known = formats.get(name);
  if (!known) {
    known = new Intl.DateTimeFormat(env.language, forms[form]);
    formats.set(name, known);
  }
  return known.format(time);
}

/** Formats a duration: “12 s”, “3 min”, “2 h”, “9 d”. */
export function ageWords(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return l10n.t('{0} s', seconds);
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return l10n.t('{0} min', minutes);
  const hours = Math.round(minutes / 60);
  return hours < 72 ? l10n.t('{0} h', hours) : l10n.t('{0} d', Math.round(hours / 24));
}
