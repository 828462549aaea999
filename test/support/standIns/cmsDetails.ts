// The details of a submission as CMS sends them: a fragment of a web page, in the language of the user. Like that of CMS,
// it has rows of test cases without an end tag, and a row of the compilation without a start tag.

/** How the judging of a submission ends. */
export type CmsOutcome = 'accepted' | 'wrongAnswer' | 'timeLimit' | 'partial' | 'compileError';

export type CmsLocale = 'en' | 'ru';

/** Which columns the table of tests has. */
export type CmsFeedback = 'full' | 'restricted' | 'oiRestricted';

export interface DetailsOptions {
  readonly locale: CmsLocale;
  readonly feedback: CmsFeedback;
  /** null while the submission is judged */
  readonly outcome: CmsOutcome | null;
  /** Name of the file in the compiler output. */
  readonly source: string;
  /** Time of the slowest test, ms; null: the usual times. */
  readonly time: number | null;
  /** Whether the tests are in a single table, without groups. */
  readonly isSum: boolean;
  /** Whether the tests that aren't public are shown, too; only in a single table. */
  readonly showsAll: boolean;
}

interface Words {
  readonly subtask: string;
  readonly outcomes: Readonly<Record<TestClass, string>>;
  readonly headings: readonly string[];
  readonly compilation: string;
  readonly compilationFailed: string;
  readonly compilationSucceeded: string;
  readonly outcome: string;
  readonly time: string;
  readonly memory: string;
  readonly standardOutput: string;
  readonly standardError: string;
  readonly seconds: string;
  readonly mebibytes: string;
  readonly texts: Readonly<Record<'correct' | 'wrong' | 'timeout', string>>;
}

type TestClass = 'correct' | 'notcorrect' | 'partiallycorrect' | 'undefined';

interface Test {
  readonly kind: TestClass;
  readonly text: 'correct' | 'wrong' | 'timeout';
  /** Seconds; null if it wasn't measured. */
  readonly time: number | null;
  /** MiB; null if it wasn't measured. */
  readonly memory: number | null;
}

const words: Readonly<Record<CmsLocale, Words>> = {
  en: {
    subtask: 'Subtask',
    outcomes: {
      correct: 'Correct',
      notcorrect: 'Not correct',
      partiallycorrect: 'Partially correct',
      undefined: 'N/A',
    },
    headings: ['#', 'Outcome', 'Details', 'Execution time', 'Memory used'],
    compilation: 'Compilation output',
    compilationFailed: 'Compilation failed',
    compilationSucceeded: 'Compilation succeeded',
    outcome: 'Outcome:',
    time: 'Compilation time:',
    memory: 'Memory used:',
    standardOutput: 'Standard output',
    standardError: 'Standard error',
    seconds: 'sec',
    mebibytes: 'MiB',
    texts: {
      correct: 'Output is correct',
      wrong: 'Output isn’t correct',
      timeout: 'Execution timed out',
    },
  },
  ru: {
    subtask: 'Подзадача',
    outcomes: {
      correct: 'Верно',
      notcorrect: 'Неверно',
      partiallycorrect: 'Частично верно',
      undefined: 'Н/Д',
    },
    headings: ['№', 'Результат', 'Подробности', 'Время выполнения', 'Использовано памяти'],
    compilation: 'Вывод компилятора',
    compilationFailed: 'Компиляция не удалась',
    compilationSucceeded: 'Компиляция прошла успешно',
    outcome: 'Результат:',
    time: 'Время компиляции:',
    memory: 'Использовано памяти:',
    standardOutput: 'Стандартный вывод',
    standardError: 'Стандартный поток ошибок',
    seconds: 'с',
    mebibytes: 'МиБ',
    texts: {
      correct: 'Вывод верен',
      wrong: 'Вывод неверен',
      timeout: 'Превышено время выполнения',
    },
  },
};

const passed: Test = { kind: 'correct', text: 'correct', time: 0.012, memory: 1.4 };
const wrong: Test = { kind: 'notcorrect', text: 'wrong', time: 0.123, memory: 12.3 };
const late: Test = { kind: 'notcorrect', text: 'timeout', time: 1.044, memory: 64 };
const unjudged: Test = { kind: 'undefined', text: 'wrong', time: null, memory: null };

/** Points of the two subtasks. */
const POINTS = [40, 60] as const;

/** Returns the tests of the two subtasks after the judging; null if the program wasn't run. */
function usualTestsOf(outcome: CmsOutcome): readonly [readonly Test[], readonly Test[]] | null {
  switch (outcome) {
    case 'accepted':
      return [
        [passed, passed],
        [passed, passed],
      ];
    case 'partial':
      return [
        [passed, passed],
        [passed, wrong],
      ];
    case 'wrongAnswer':
      return [
        [wrong, unjudged],
        [wrong, wrong],
      ];
    case 'timeLimit':
      return [
        [passed, late],
        [late, late],
      ];
    case 'compileError':
      return null;
  }
}

export function detailsFragment(options: DetailsOptions): string {
  const { locale, feedback, outcome, source, time, isSum } = options;
  // While the submission is judged, the fragment has neither a score nor compiler output.
  if (outcome === null) return '<div class="submission_details"></div>';
  const named = words[locale];
  const tests = testsOf(outcome, time);
  const subtasks = isSum
    ? [singleTable(tests?.flat() ?? [], options)]
    : (tests?.map((one, at) => subtask(one, at, feedback, locale)) ?? []);
  return [
    tests ? `<div class="score_details">\n${subtasks.join('\n')}\n</div>` : '',
    compilation(
      named,
      locale,
      outcome === 'compileError' ? errorsIn(source) : warningsIn(source),
      tests !== null,
    ),
  ].join('\n');
}

/** Returns the tests of the two subtasks. `time`: that of each measured test, ms; null: the usual times. */
function testsOf(outcome: CmsOutcome, time: number | null): readonly (readonly Test[])[] | null {
  const tests = usualTestsOf(outcome);
  if (!tests || time === null) return tests;
  return tests.map((subtaskTests) =>
    subtaskTests.map((test) => (test.time === null ? test : { ...test, time: time / 1000 })),
  );
}

function subtask(tests: readonly Test[], at: number, feedback: CmsFeedback, locale: CmsLocale): string {
  const named = words[locale];
  const max = POINTS[at] ?? 0;
  const isCorrect = tests.every(({ kind }) => kind === 'correct');
  const points = isCorrect ? max : 0;
  const columns = columnsOf(feedback);
  const headings = columns.map((name, column) => `<th class="${name}">${named.headings[column] ?? ''}</th>`);
  const rows = tests.map((test, row) => {
    const cells = cellsOf(test, row, locale);
    return `<tr class="${test.kind}">\n${columns.map((name) => `<td class="${name}">${cells[name]}</td>`).join('\n')}`;
  });
  return `<div class="subtask ${isCorrect ? 'correct' : 'notcorrect'}">
  <div class="subtask-head">
    <span class="title">
      ${named.subtask} ${at + 1}
    </span>
    <span class="score">
      (${points} / ${max})
    </span>
  </div>
  <div class="subtask-body">
    <table class="testcase-list">
      <thead><tr>${headings.join('')}</tr></thead>
      <tbody>
${rows.join('\n')}
      </tbody>
    </table>
  </div>
</div>`;
}

/** The table of a task without groups. A hidden test has a row without a number. */
function singleTable(tests: readonly Test[], { feedback, locale, showsAll }: DetailsOptions): string {
  const named = words[locale];
  const columns = columnsOf(feedback);
  const headings = columns.map((name, column) => `<th class="${name}">${named.headings[column] ?? ''}</th>`);
  const rows = tests.map((test, row) => {
    if (row > 1 && !showsAll)
      return `<tr class="undefined"><td colspan="${columns.length}">${named.outcomes.undefined}</td></tr>`;
    const cells = cellsOf(test, row, locale);
    return `<tr class="${test.kind}">\n${columns.map((name) => `<td class="${name}">${cells[name]}</td>`).join('\n')}`;
  });
  return `<table class="testcase-list">
  <thead><tr>${headings.join('')}</tr></thead>
  <tbody>
${rows.join('\n')}
  </tbody>
</table>`;
}

type Column = 'idx' | 'outcome' | 'details' | 'execution-time' | 'memory-used';

function columnsOf(feedback: CmsFeedback): readonly Column[] {
  switch (feedback) {
    case 'full':
      return ['idx', 'outcome', 'details', 'execution-time', 'memory-used'];
    case 'restricted':
      return ['idx', 'outcome', 'details'];
    case 'oiRestricted':
      return ['idx', 'outcome'];
  }
}

function cellsOf(test: Test, row: number, locale: CmsLocale): Readonly<Record<Column, string>> {
  const named = words[locale];
  const isUnjudged = test.kind === 'undefined';
  return {
    idx: String(row + 1),
    outcome: escaped(named.outcomes[test.kind]),
    details: isUnjudged ? '' : escaped(named.texts[test.text]),
    'execution-time': measured(test.time, 3, locale, named.seconds),
    'memory-used': measured(test.memory, 1, locale, named.mebibytes),
  };
}

function measured(value: number | null, digits: number, locale: CmsLocale, unit: string): string {
  if (value === null) return words[locale].outcomes.undefined;
  const number = value.toFixed(digits);
  return `${locale === 'ru' ? number.replace('.', ',') : number} ${unit}`;
}

function compilation(named: Words, locale: CmsLocale, errors: string, succeeded: boolean): string {
  return `<h3>${named.compilation}</h3>
<table class="table table-bordered table-striped">
  <tbody>
    <tr><th>${named.outcome}</th><td>${succeeded ? named.compilationSucceeded : named.compilationFailed}</td></tr>
    <tr><th>${named.time}</th><td>${measured(0.512, 3, locale, named.seconds)}</td></tr>
    <th>${named.memory}</th><td>${measured(98.7, 1, locale, named.mebibytes)}</td></tr>
  </tbody>
</table>
<h4>${named.standardOutput}</h4>
<pre></pre>
<h4>${named.standardError}</h4>
<pre>${escaped(errors)}</pre>`;
}

function errorsIn(source: string): string {
  return `${source}: In function ‘int main()’:
${source}:3:5: error: ‘undeclared’ was not declared in this scope
    3 |     undeclared = 1;
      |     ^~~~~~~~~~
${source}:4:1: error: no match for ‘operator>>’ (operand types are ‘std::ostream’ and "int")
`;
}

function warningsIn(source: string): string {
  return `${source}: In function ‘int main()’:
${source}:2:9: warning: unused variable ‘n’ [-Wunused-variable]
`;
}

/** Escapes text as the template engine of CMS does. */
function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&#34;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (one) => entities[one] ?? one);
}
