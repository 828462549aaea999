import { ThemeIcon, type Uri } from 'vscode';
import { meaningOf, type JudgingRules } from '../../judge/known';
import { isPending, type KnownRecord } from '../../records/record';
import { failedToCompile, hasVerdict } from '../recordWords';
import { isSample } from '../samples/origin';
import { verdictIcon } from './icons';

/** What stands before the row of a record: its verdict, or how it ended without one. */
export function recordIcon(record: KnownRecord): ThemeIcon | Uri {
  switch (record.state.kind) {
    case 'waiting':
      return verdictIcon('pending');
    case 'judging':
      return verdictIcon('pending', !isSample(record));
    case 'failed':
    case 'expired':
    case 'stopped':
      if (!hasVerdict(record) && !failedToCompile(record)) return new ThemeIcon('circle-slash');
      break;
    case 'finished':
    case 'settled':
      break;
  }
  if (failedToCompile(record)) return verdictIcon('compileError');
  return statusIcon(record.summary?.status ?? null, record);
}

/** It turns only while somebody asks. */
export function statusIcon(status: number | null, record: KnownRecord): ThemeIcon | Uri {
  const { rules } = record;
  const look = meaningOf(rules.statuses, status)?.look ?? null;
  const turns = look === 'pending' && status === runningStatus(rules) && isPending(record);
  return verdictIcon(look, turns && !isSample(record));
}

/** The pending status that means «judging», where the service tells it from «waiting»: the highest pending code. */
function runningStatus(rules: JudgingRules): number | null {
  const pending = Object.values(rules.statuses).filter((meaning) => meaning.kind === 'pending');
  return pending.length > 1 ? Math.max(...pending.map((meaning) => meaning.code)) : null;
}
