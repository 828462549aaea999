import { l10n } from 'vscode';
import {
  formatMemory,
  formatScore,
  formatTime,
  meaningOf,
  plainText,
  statusText,
  subtasksOf,
  type JudgeSemantics,
} from '../../../judge';
import {
  ServiceFailed,
  type Gap,
  type ServiceProfile,
  type TracedPlace,
  type TracedReading,
} from '../../../service';
import { code, inMarkdown } from '../../exchange/markdown';
import { explainFor } from '../../shared/showFailure';
import { joined, meaningName } from '../../labels/recordLabels';
import { caseFactWords } from '../../labels/caseLabels';
import { idName, serviceName } from '../../labels/serviceLabels';
import { listComma } from '../../labels/text';

/** What a service answered to “the result of this ID”, and what was made of it. */
export interface ServiceTest {
  readonly profile: ServiceProfile;
  readonly requestId: string;
  readonly reading: TracedReading;
  readonly gaps: readonly Gap[];
  /** The check of the sign-in succeeds without credentials. */
  readonly isCheckOpen: boolean;
}

/** In Markdown: what is wrong, what was read and from where, and what was left out. */
export function testReport({ profile, requestId, reading, gaps, isCheckOpen }: ServiceTest): string {
  const title = l10n.t(
    'Test Results for {0}: {1}',
    serviceName(profile),
    `${idName(profile.type)} ${requestId}`,
  );
  return `${joined(
    '\n\n',
    `# ${inMarkdown(title)}`,
    standing(profile, reading),
    listed([...(isCheckOpen ? [openCheckWords()] : []), ...problems(profile, reading, gaps)]),
    readTable(profile.rules, reading),
    absentWords(reading),
    leftOutTable(reading),
  )}\n`;
}

/** In a sentence, how it came out. */
function standing(profile: ServiceProfile, { result }: TracedReading): string {
  if (result instanceof ServiceFailed) {
    const { message } = explainFor(profile, result);
    return `**${l10n.t('No result could be read.')}** ${inMarkdown(message, 1000)}`;
  }
  if (result.kind === 'notReady') return `**${l10n.t('The judge has no result yet.')}**`;
  const cases = subtasksOf(result.envelope).flatMap((subtask) => subtask.cases);
  const verdict = statusWords(result.envelope.data?.judge?.status ?? null, profile.rules);
  return joined(
    ' · ',
    `**${inMarkdown(verdict)}**`,
    cases.length === 0 ? '' : l10n.t('Cases: {0}', cases.length),
  );
}

/** What the description should say otherwise. */
function problems(
  { rules, definesCodes }: ServiceProfile,
  { result }: TracedReading,
  gaps: readonly Gap[],
): readonly string[] {
  const envelope = !(result instanceof ServiceFailed) && result.kind === 'result' ? result.envelope : null;
  const judge = envelope?.data?.judge;
  const measured = subtasksOf(envelope).flatMap((subtask) => [subtask, ...subtask.cases]);
  const statuses = new Set([...(judge ? [judge] : []), ...measured].map(({ status }) => status));
  const unknown = [...statuses].filter((status) => status !== null && !meaningOf(rules.statuses, status));
  const codes = unknown.slice(0, 20).map((status) => code(JSON.stringify(status)));
  return [
    ...gaps.map(gapWords),
    ...(codes.length === 0
      ? []
      : [
          definesCodes
            ? l10n.t('Status codes missing from {0}: {1}', code('statusCodes'), codes.join(listComma()))
            : l10n.t('Undefined status codes: {0}', codes.join(listComma())),
        ]),
  ];
}

function openCheckWords(): string {
  return l10n.t(
    '{0} succeeds without credentials, so wrong credentials are accepted at sign-in. Use a request that only a signed-in user can make.',
    code('check'),
  );
}

function gapWords({ field, place, sent, around }: Gap): string {
  const [described, at] = [code(field), code(place)];
  if (sent !== null) return l10n.t('{0}: {2} at {1} can’t be read.', described, at, code(sent));
  return around.length === 0
    ? l10n.t('{0}: {1} isn’t in the response.', described, at)
    : l10n.t(
        '{0}: {1} isn’t in the response. Found: {2}.',
        described,
        at,
        around.map(code).join(listComma()),
      );
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `- ⚠ ${line}`).join('\n');
}

/** Each field of the result with what it says, and the places that it comes from. */
function readTable(rules: JudgeSemantics, { fields, places }: TracedReading): string {
  const read = places.filter(({ isRead }) => isRead);
  if (read.length === 0) return '';
  const says = (field: string) =>
    (fields.get(field) ?? []).filter((value) => value !== 'null' && value !== '""');
  const shown = new Set<TracedPlace>();
  const rowsOf = (wanted: (field: string) => boolean) =>
    [...new Set(read.flatMap((place) => place.fields))].filter(wanted).map((field) => {
      const from = read.filter((place) => place.fields.includes(field));
      from.forEach((place) => shown.add(place));
      const values = [...new Set(says(field).map((value) => valueWords(field, JSON.parse(value), rules)))];
      return [fieldWords(field), values.slice(0, 3).map((value) => inMarkdown(value, 80)), from] as const;
    });
  const told = rowsOf((field) => says(field).length > 0);
  // what says nothing now is of interest where nothing else comes from its places
  const silent = rowsOf(
    (field) => says(field).length === 0 && read.some((one) => !shown.has(one) && one.fields.includes(field)),
  );
  const others = read.filter((place) => !shown.has(place));
  const deciding =
    others.length === 0 ? [] : [[l10n.t('Used to tell whether a result exists'), [], others] as const];
  return table(
    l10n.t('Fields Read'),
    [l10n.t('Field'), l10n.t('Value'), l10n.t('Response Field')],
    [...told, ...silent, ...deciding].map(([name, values, from]) => [
      name,
      values.length === 0 ? '–' : values.join(listComma()),
      from.map(placeWords).join('<br>'),
    ]),
  );
}

function placeWords({ place, sent }: TracedPlace): string {
  return `${code(place)}: ${sent.map((one) => inMarkdown(one, 60)).join(listComma())}`;
}

/** What people look for, and isn’t told. */
function absentWords({ result, fields, places }: TracedReading): string {
  if (result instanceof ServiceFailed || result.kind === 'notReady') return '';
  const looked = [
    'judge.score',
    'judge.time',
    'judge.memory',
    'compile.message',
    'about.problem.id',
    'about.language',
    'about.code',
  ];
  const absent = looked.filter(
    (field) =>
      (fields.get(field) ?? []).every((value) => value === 'null') &&
      !places.some((place) => place.fields.includes(field)),
  );
  const hasCases = [...fields.keys()].some((field) => field.startsWith(inCase));
  const names = [...absent.map(fieldWords), ...(hasCases ? [] : [l10n.t('Cases')])];
  return names.length === 0 ? '' : l10n.t('Not in the response or not mapped: {0}', names.join(listComma()));
}

function leftOutTable({ places }: TracedReading): string {
  const rows = places
    .filter(({ isRead }) => !isRead)
    .map(({ place, sent }) => [code(place), sent.map((one) => inMarkdown(one, 60)).join(listComma())]);
  return rows.length === 0 ? '' : table(l10n.t('Not Used'), [l10n.t('Field'), l10n.t('Value')], rows);
}

function table(heading: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `## ${heading}\n\n${lines.join('\n')}`;
}

const inSubtask = 'judge.subtasks.*.';
const inCase = `${inSubtask}cases.*.`;

/** What a field is called; one that has no name, by its place. */
function fieldWords(field: string): string {
  const [place, name] = field.startsWith(inCase)
    ? ([l10n.t('Case'), field.slice(inCase.length)] as const)
    : field.startsWith(inSubtask)
      ? ([l10n.t('Subtask'), field.slice(inSubtask.length)] as const)
      : (['', field.replace(/^judge\./, '')] as const);
  const names: Readonly<Record<string, string>> = {
    id: 'ID',
    requestId: 'ID',
    trackId: l10n.t('Track ID'),
    status: l10n.t('Verdict'),
    ...caseFactWords(),
    description: l10n.t('Description'),
    'extra.stdin': l10n.t('Input'),
    'extra.stdout': l10n.t('Output'),
    'extra.expected': l10n.t('Expected output'),
    'extra.stderr': l10n.t('Error output'),
    'compile.message': l10n.t('Compiler output'),
    'compile.success': l10n.t('Compiled'),
    'about.problem.id': l10n.t('Problem'),
    'about.problem.title': l10n.t('Problem title'),
    'about.language': l10n.t('Language'),
    'about.code': l10n.t('Code'),
  };
  return joined(': ', place, Object.hasOwn(names, name) ? (names[name] ?? '') : code(name));
}

function valueWords(field: string, value: unknown, rules: JudgeSemantics): string {
  const { units } = rules;
  const name = field.split('.').at(-1);
  if (name === 'status' && (typeof value === 'number' || typeof value === 'string'))
    return statusWords(value, rules);
  if (typeof value !== 'number')
    return plainText(typeof value === 'string' ? value : JSON.stringify(value), 80);
  switch (name) {
    case 'time':
      return formatTime(value, units);
    case 'memory':
      return formatMemory(value, units);
    case 'score':
      return formatScore(value, units);
    default:
      return String(value);
  }
}

/** “AC Accepted”; of a code without a meaning, itself. */
function statusWords(status: number | string | null, rules: JudgeSemantics): string {
  const meaning = meaningOf(rules.statuses, status);
  if (meaning) return meaningName(meaning);
  return status === null ? l10n.t('No verdict') : statusText(status, rules);
}
