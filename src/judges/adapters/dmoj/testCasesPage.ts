import { findElements, parseHtml, textIn, type HtmlElement } from '../shared/htmlTree';
import { plainOf } from '../shared/htmlText';
import { MAX_DMOJ_FEEDBACK_LENGTH } from '../limits';

/** Texts of a case that only the site's page contains. null: none */
export interface CaseText {
  /** of the judge or its checker */
  readonly feedback: string | null;
  /** beginning of the program's output */
  readonly output: string | null;
}

export interface CountedPoints {
  readonly earned: number;
  readonly maximum: number;
  /** as the site displays it: `8.0/20 points` */
  readonly text: string;
}

/** Data on the site's page of a submission that the API doesn't send. */
export interface TestCasesPage {
  /** errors or warnings of the compiler; null: none */
  readonly compilerOutput: string | null;
  /** in the order of the page */
  readonly cases: readonly CaseText[];
  /** only the pretests of the problem were run */
  readonly isPretest: boolean;
  /** points of the problem, or of the contest that the user is in; null: none */
  readonly points: CountedPoints | null;
  /** the site's warning about pretests; null: none */
  readonly warning: string | null;
}

export function testCasesPath(requestId: string): string {
  return `/widgets/submission_testcases?id=${encodeURIComponent(requestId)}`;
}

/** Reads the fragment. Null: another page, or too long. */
export function readTestCases(html: string): TestCasesPage | null {
  // complete pages have a head; error pages of the site's front are complete
  if (/<(?:html|head|body)\b/i.test(html.slice(0, 2_000))) return null;
  const root = parseHtml(html);
  if (!root) return null;
  const [firstBlock] = findElements(root, ({ name }) => name === 'pre' || name === 'table');
  const compilerOutput = firstBlock?.name === 'pre' ? withoutFirstBreak(textIn(firstBlock)) : '';
  const headings = findElements(root, ({ name }) => name === 'h3').map(textIn);
  return {
    compilerOutput: compilerOutput === '' ? null : compilerOutput,
    cases: casesIn(root),
    isPretest: headings.some((heading) => /^\s*pretest/i.test(heading)),
    points: pointsIn(root),
    warning: warningIn(root),
  };
}

function casesIn(root: HtmlElement): readonly CaseText[] {
  const rows = findElements(root, ({ name, classes }) => name === 'tr' && isRowOfCase(classes));
  const cases: CaseText[] = [];
  for (const row of rows) {
    const last = cases.at(-1);
    if (row.classes.includes('case-row')) cases.push({ feedback: feedbackIn(row), output: null });
    else if (last) cases[cases.length - 1] = withDetails(last, row);
  }
  return cases;
}

function isRowOfCase(classes: readonly string[]): boolean {
  return classes.includes('case-row') || classes.includes('case-feedback');
}

/** Returns the feedback in parentheses next to the verdict. Null: none. */
function feedbackIn(row: HtmlElement): string | null {
  const [, verdict] = findElements(row, ({ name }) => name === 'td');
  const texts = verdict?.children.filter((child) => typeof child === 'string') ?? [];
  const text = plainOf(texts.join('')).trim();
  const feedback = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : text;
  return feedback === '' ? null : feedback.slice(0, MAX_DMOJ_FEEDBACK_LENGTH);
}

/** Adds the texts of the row below a case. */
function withDetails({ feedback, output }: CaseText, row: HtmlElement): CaseText {
  const textOf = (cell: string): string | null => {
    const [element] = findElements(row, ({ name, classes }) => name === 'td' && classes.includes(cell));
    const [text] = element ? findElements(element, ({ name }) => name === 'pre') : [];
    return text ? textWithBreaks(text) : null;
  };
  const extended = textOf('case-ext-feedback')?.slice(0, MAX_DMOJ_FEEDBACK_LENGTH) ?? null;
  return {
    feedback: [feedback, extended].filter((text) => text !== null && text !== '').join('\n') || null,
    output: textOf('case-output') ?? output,
  };
}

/** Returns the text of an element with the line breaks of its `<br>`. */
function textWithBreaks({ children }: HtmlElement): string {
  const texts = children.map((child) => {
    if (typeof child === 'string') return plainOf(child);
    return child.name === 'br' ? '\n' : textIn(child);
  });
  return texts.join('');
}

/** Returns the points below the cases: `(8.0/20 points)`. Null: none. */
function pointsIn({ children }: HtmlElement): CountedPoints | null {
  const lastTable = children.findLastIndex(
    (child) => typeof child !== 'string' && /^(?:table|div)$/.test(child.name),
  );
  const texts = children.slice(lastTable + 1).filter((child) => typeof child === 'string');
  for (const text of texts) {
    const [, words, earned, maximum] =
      /\(((-?\d{1,12}(?:\.\d{1,6})?)\/(\d{1,12}(?:\.\d{1,6})?) [^()]{1,40})\)/.exec(text) ?? [];
    if (words !== undefined)
      return { earned: Number(earned), maximum: Number(maximum), text: plainOf(words) };
  }
  return null;
}

function warningIn({ children }: HtmlElement): string | null {
  const warning = children.find((child) => typeof child !== 'string' && child.name === 'i');
  const text = warning === undefined || typeof warning === 'string' ? '' : textIn(warning).trim();
  return text === '' ? null : text.slice(0, MAX_DMOJ_FEEDBACK_LENGTH);
}

/** Removes the line break after a `<pre>`, which isn't part of its text. */
function withoutFirstBreak(text: string): string {
  return text.replace(/^\r?\n/, '');
}
