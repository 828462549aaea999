import { ThemeIcon, type Uri } from 'vscode';
import { meaningOf, type StatusCode } from '../../judge/known';
import { isPending, type KnownRecord } from '../../records/record';
import { failedToCompile, hasVerdict } from '../recordWords';
import { isSample } from '../samples/origin';
import { verdictIcon } from './icons';

/** What stands before the row of a record: its verdict, or how it ended without one. */
export function recordIcon(record: KnownRecord): ThemeIcon | Uri {
  if (failedToCompile(record)) return verdictIcon('compileError');
  switch (record.state.kind) {
    case 'waiting':
      return verdictIcon('pending');
    case 'judging':
      return verdictIcon('pending', !isSample(record));
    case 'failed':
    case 'expired':
    case 'stopped':
      if (!hasVerdict(record)) return new ThemeIcon('circle-slash');
      break;
    case 'finished':
    case 'settled':
      break;
  }
  return statusIcon(record.summary?.status ?? null, record);
}

/** It turns only while somebody asks. */
export function statusIcon(status: StatusCode | null, record: KnownRecord): ThemeIcon | Uri {
  const { rules } = record;
  const meaning = meaningOf(rules.statuses, status);
  const turns = meaning?.running === true && isPending(record);
  return verdictIcon(meaning?.look ?? null, turns && !isSample(record));
}
