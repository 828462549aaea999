import { l10n } from 'vscode';
import { meaningOf, subtasksOf, type Envelope } from '../../../results';
import { previewRecord, type KnownRecord } from '../../../records';
import {
  RequestFailed,
  type DescribedFields,
  type Exchange,
  type ReadResult,
  type ResultAnswer,
  type Judge,
} from '../../../judges';
import { code, inMarkdown } from '../../exchange';
import { explainFor } from '../../shared/failures/showFailure';
import { joined, verdictName } from '../../labels/recordLabels';
import { idName, nameOfJudge } from '../../labels/judgeLabels';
import { listComma } from '../../labels/sanitizeText';
import { fieldProblems, fieldTables } from './fieldTables';
import { resultTables } from './resultTables';

/** The judge's responses to the requests for one result, and the result that was read. */
export interface JudgeTest {
  readonly judge: Judge;
  readonly requestId: string;
  /** at least one */
  readonly exchanges: readonly Exchange[];
  readonly result: ResultAnswer | RequestFailed;
  /** Whether the sign-in check succeeds without credentials. */
  readonly isCheckOpen: boolean;
}

/** Creates the report in Markdown: problems, the values at the configured paths, and the resulting record. */
export function testReport({ judge, requestId, exchanges, result, isCheckOpen }: JudgeTest): string {
  const title = l10n.t('Test Results for {0}: {1}', nameOfJudge(judge), `${idName(judge.type)} ${requestId}`);
  // a configured judge needs only one request per result
  const answer = exchanges[0]?.answer;
  const fields = (answer && judge.describedFields?.(answer)) ?? null;
  const read = !(result instanceof RequestFailed) && result.kind === 'result' ? result : null;
  const record = read && recordOf(judge, requestId, read, answer?.receivedAt ?? 0);
  return `${joined(
    '\n\n',
    `# ${inMarkdown(title)}`,
    standing(judge, result, record),
    problemList(judge, read?.envelope ?? null, fields, isCheckOpen),
    fields ? fieldTables(fields, result, judge.rules) : '',
    read && record ? resultTables(judge, record, read) : '',
  )}\n`;
}

/** Creates the record of the result. `now`: ms since 1970. */
function recordOf(
  { id: service, rules }: Judge,
  requestId: string,
  { envelope, about }: ReadResult,
  now: number,
): KnownRecord {
  return previewRecord({ service, requestId, rules, folder: null }, envelope, about ?? null, now);
}

/** Summarizes the outcome in one line. */
function standing(judge: Judge, result: ResultAnswer | RequestFailed, record: KnownRecord | null): string {
  if (result instanceof RequestFailed) {
    const { message } = explainFor(judge, result);
    return `**${l10n.t('No result could be read.')}** ${inMarkdown(message, 1000)}`;
  }
  if (!record) return `**${l10n.t('The judge has no result yet.')}**`;
  const cases = record.summary?.cases ?? 0;
  return joined(
    ' · ',
    `**${inMarkdown(verdictName(record))}**`,
    cases === 0 ? '' : l10n.t('Cases: {0}', cases),
  );
}

function problemList(
  judge: Judge,
  envelope: Envelope | null,
  fields: DescribedFields | null,
  isCheckOpen: boolean,
): string {
  const problems = [
    ...(isCheckOpen ? [openCheckWords()] : []),
    ...(fields ? fieldProblems(fields) : []),
    ...unknownCodes(judge, envelope),
  ];
  return problems.map((problem) => `- ⚠ ${problem}`).join('\n');
}

function openCheckWords(): string {
  return l10n.t(
    '{0} succeeds without credentials, so wrong credentials are accepted at sign-in. Use a request that only a signed-in user can make.',
    code('check'),
  );
}

function unknownCodes({ rules, definesCodes }: Judge, envelope: Envelope | null): readonly string[] {
  const judge = envelope?.data?.judge;
  const measured = subtasksOf(envelope).flatMap((subtask) => [subtask, ...subtask.cases]);
  const statuses = new Set([...(judge ? [judge] : []), ...measured].map(({ status }) => status));
  const unknown = [...statuses].filter((status) => status !== null && !meaningOf(rules.statuses, status));
  if (unknown.length === 0) return [];
  const codes = unknown
    .slice(0, 20)
    .map((status) => code(JSON.stringify(status)))
    .join(listComma());
  return [
    definesCodes
      ? l10n.t('Status codes missing from {0}: {1}', code('statusCodes'), codes)
      : l10n.t('Undefined status codes: {0}', codes),
  ];
}
