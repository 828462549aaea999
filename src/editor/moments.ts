import { env, l10n } from 'vscode';

/** `14:03` today, `Nov 20` before: a time that stays true while it stands there, without a timer. */
export function shortMoment(time: number, now = Date.now()): string {
  const sameDay = new Date(time).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(
    env.language,
    sameDay ? { hour: '2-digit', minute: '2-digit', hour12: false } : { month: 'short', day: 'numeric' },
  ).format(time);
}

/** Day and time in full. */
export function dayAndTime(time: number): string {
  return new Intl.DateTimeFormat(env.language, { dateStyle: 'medium', timeStyle: 'medium' }).format(time);
}

/** «12 s», «3 min», «2 h»: how long something has been going on. */
export function ageWords(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return l10n.t('{0} s', seconds);
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? l10n.t('{0} min', minutes) : l10n.t('{0} h', Math.round(minutes / 60));
}
