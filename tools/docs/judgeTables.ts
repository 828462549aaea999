/** Generates the tables and lists of judges in documents, for `npm run docs`. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { readyJudges } from '../../src/judges';
import { root } from '../root';
import { formatted } from './formatted';
import { chineseFirst, describedJudges, presentedJudges } from './judges';
import type { ComparedJudge, PresentedJudge, Text } from './judges';

type Language = 'en' | 'chinese';

/** Documents with generated parts, below the root. */
export const JUDGE_DOCUMENTS = [
  'README.md',
  'README.zh-cn.md',
  'docs/judges/README.md',
  'docs/custom-judges.md',
  '.github/ISSUE_TEMPLATE/bug.yml',
] as const;

/**
 * Returns the text of a document with the current tables and lists of judges. In Markdown, each is between
 * `<!-- judges: NAME -->` and `<!-- end -->`.
 */
export async function currentJudgeDocument(file: (typeof JUDGE_DOCUMENTS)[number]): Promise<string> {
  const text = await fs.readFile(path.join(root, file), 'utf8');
  if (file.endsWith('.yml')) return withOptions(text);
  const changed = text.replace(
    /^( *)<!-- judges: (\w+) -->$[^]*?<!-- end -->$/gm,
    (_, indent: string, name: string) =>
      [`<!-- judges: ${name} -->`, '', ...part(file, name), '', '<!-- end -->']
        .map((line) => (line === '' ? '' : indent + line))
        .join('\n'),
  );
  return formatted(file, changed);
}

/** Returns the lines of a part of a document. Throws if the name is unknown. */
function part(file: string, name: string): readonly string[] {
  const language = file.endsWith('.zh-cn.md') ? 'chinese' : 'en';
  switch (name) {
    case 'overview':
      return overview(file, language);
    case 'entries':
      return entries(language);
    case 'links':
      return [`${list(pages().map((judge) => link(judge.name, judge.page, file)))}.`];
    case 'ready':
      return [`${list(readyJudges.map(({ id, name: ready }) => link(ready, `judges/${id}.md`, file)))}.`];
    case 'comparison':
      return comparison(file);
    case 'submissions':
      return submissions();
    default:
      throw new Error(`${file}: there are no judges “${name}”.`);
  }
}

/** The table of a README. */
function overview(file: string, language: Language): readonly string[] {
  const head = {
    en: ['Judge', 'Sign in with', 'Submit', 'Follow', 'Run samples', 'Tests', 'Compiler output'],
    chinese: ['平台', '登录方式', '提交', '自动同步', '运行样例', '测试点', '编译信息'],
  };
  const rows = ordered(language).map((judge) => {
    const page = (language === 'chinese' && judge.chinesePage) || judge.page;
    const { signIn, submit, follow, runSamples, tests, compilerOutput } = judge;
    const texts = [signIn, submit, follow, runSamples, tests, compilerOutput];
    return [link(nameIn(judge, language), page, file), ...texts.map((text) => inLanguage(text, language))];
  });
  return table(head[language], rows);
}

/** The table of what to enter when a judge is added. */
function entries(language: Language): readonly string[] {
  const head = {
    en: ['Judge', 'What to enter, and where to find it'],
    chinese: ['平台', '填什么，在哪里找'],
  };
  const rows = ordered(language).flatMap((judge) =>
    judge.enter === undefined ? [] : [[nameIn(judge, language), inLanguage(judge.enter, language)]],
  );
  return table(head[language], rows);
}

/** The table of everything that differs between judges. */
function comparison(file: string): readonly string[] {
  const head = [
    ...[
      'Judge',
      'Type',
      'Submit',
      'Several files',
      'Search problems',
      'Statement',
      'Run samples',
      'Own input',
    ],
    ...['Follow', 'One request for all pending', 'Push', 'Callback', 'Points'],
  ];
  const rows = compared().flatMap(({ name, page, type, submit, follow, runSamples, features }) => {
    if (!features) return [];
    const { severalFiles, problemSearch, statement, ownInput, batch, push, callback, points } = features;
    const cells = [
      ...[submit, severalFiles, problemSearch, statement, runSamples, ownInput],
      ...[follow, batch, push, callback, points],
    ];
    return [
      [
        link(name, page, file),
        type === undefined ? '–' : `\`${type}\``,
        ...cells.map((cell) => inLanguage(cell ?? '–', 'en')),
      ],
    ];
  });
  return table(head, rows);
}

/** The table of the lists of submissions to a problem. Judges with the same list share a row. */
function submissions(): readonly string[] {
  const rows = new Map<string, string[]>();
  for (const { name, listed } of compared()) {
    if (!listed) continue;
    const cells = `${listed.submissions} | ${listed.code}`;
    rows.set(cells, [...(rows.get(cells) ?? []), name]);
  }
  return table(
    ['Judge', 'Submissions', 'Code'],
    [...rows].map(([cells, names]) => [names.join(', '), cells]),
  );
}

/** Returns the bug form, whose list of judges ends with the description of other judges. */
function withOptions(form: string): string {
  const names = [
    ...presentedJudges.filter(({ features }) => features).map(({ name }) => name),
    ...readyJudges.map(({ name }) => name),
    'Judge with a JSON API (type json or judge)',
    'None, or all of them',
  ];
  const options = names.map((name) => `        - ${name}\n`).join('');
  return form.replace(/(\n {4}id: judge\n[^]*?\n {6}options:\n)(?: {8}- .*\n)+/, `$1${options}`);
}

function compared(): readonly ComparedJudge[] {
  return [...presentedJudges, ...describedJudges];
}

/** Returns one entry for each page. Its name lists all judges on that page. */
function pages(): readonly Pick<ComparedJudge, 'name' | 'page'>[] {
  const names = new Map<string, string[]>();
  for (const { name, page, features } of presentedJudges) {
    if (features) names.set(page, [...(names.get(page) ?? []), name]);
  }
  const judges = [...names].map(([page, shared]) => ({ page, name: list(shared) }));
  return [...judges, { page: 'custom-judges.md', name: 'other judges with a JSON API' }];
}

function ordered(language: Language): readonly PresentedJudge[] {
  if (language === 'en') return presentedJudges;
  const isFirst = ({ name }: PresentedJudge): boolean => chineseFirst.includes(name);
  return [...presentedJudges.filter(isFirst), ...presentedJudges.filter((judge) => !isFirst(judge))];
}

function nameIn({ name, chineseName }: PresentedJudge, language: Language): string {
  return (language === 'chinese' && chineseName) || name;
}

function inLanguage(text: Text, language: Language): string {
  return typeof text === 'string' ? text : text[language];
}

/** Returns a link to a page below `docs`. */
function link(name: string, page: string, file: string): string {
  return `[${name}](${path.posix.relative(path.posix.dirname(file), `docs/${page}`)})`;
}

/** Returns `A, B, and C`, or `A and B`. */
function list(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  if (items.length < 3) return items.join(' and ');
  return `${items.slice(0, -1).join(', ')}, and ${last}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
