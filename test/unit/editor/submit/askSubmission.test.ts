import { quickPicks, recordQuickPicks, restoreEnv, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri } from 'vscode';
import type { Extension } from '../../../../src/editor/extension';
import { askSubmission } from '../../../../src/editor/submit/askSubmission';
import type { Prepared, SubmissionStart } from '../../../../src/editor/submit/submitSteps';
import type { Judge, JudgeHttp, Operation, SubmissionLanguage } from '../../../../src/judges';
import type { KnownRecord } from '../../../../src/records';
import { addRecord } from '../../../../src/records/recordUpdates';
import { hydroSite } from '../../../support/profiles';
import { newRecord } from '../../records/fixtures';
import { until } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

const judge = hydroSite('https://oj.example.org');
const cpp: SubmissionLanguage = { id: 'cc', name: 'C++', editorLanguages: ['cpp'], extensions: [] };
const python: SubmissionLanguage = { id: 'py', name: 'Python', editorLanguages: ['python'], extensions: [] };
/** A contest with two problems. */
const contest: Judge = {
  ...judge,
  submission: {
    ...(judge.submission ?? assert.fail()),
    fetchForm: async () => ({ languages: [cpp], limits: null, title: null }),
    problemList: {
      fetchAll: async () => ({
        problems: ['A', 'B'].map((letter) => ({
          problemId: `P${letter}`,
          place: 'c',
          letter,
          title: letter,
        })),
      }),
      named: (path, problems) =>
        problems.filter(({ letter = '-' }) => path.endsWith(`/${letter.toLowerCase()}.cpp`)),
    },
  },
};

describe('The box of a submission', () => {
  let languages: readonly SubmissionLanguage[];
  let records: readonly KnownRecord[];

  beforeEach(() => {
    speak('en');
    recordQuickPicks();
    quickPicks.length = 0;
    languages = [python, cpp];
    uri = 'file:///folder/a.cpp';
    const submission = { problemId: 'P1', place: null, title: 'Sum', language: 'cc', optimise: false };
    const source = { uri, how: 'submitted' as const, textHash: null };
    const added = newRecord('1', { service: judge.id, rules: judge.rules, submission, source });
    const draft = addRecord(added, 0)(null);
    assert.ok(draft && 'record' in draft);
    records = [draft.record];
  });
  after(restoreEnv);

  let uri = '';
  const memory = { get: (_key: string, otherwise?: unknown) => otherwise };
  const extension = standIn<Extension>({
    context: { globalState: memory, workspaceState: memory },
    judges: {
      all: async () => [judge],
      ask: async (of: Judge, operation: Operation<unknown>) =>
        of === contest ? operation(standIn<JudgeHttp>({})) : { languages, limits: null, remaining: null },
      timeAt: () => 0,
      credentials: { redaction: { text: (text: string) => text } },
    },
    store: { records: () => records },
    remaining: { note: () => undefined, of: () => null, waitFor: () => 0 },
    localComputer: null,
    log: { warn: () => undefined, error: () => undefined, info: () => undefined },
  });
  const ask = async (start?: SubmissionStart, of: Judge = judge) => {
    assert.ok(of.submission);
    const source = {
      uri: Uri.parse(uri),
      name: 'a.cpp',
      editorLanguage: 'cpp',
      code: 'x',
      size: 1,
      textHash: 'h',
    };
    const prepared: Prepared = { judge: of, offer: of.submission, source };
    const given = { file: null, problemId: null, language: null, optimise: null };
    const answers = await askSubmission(extension, prepared, given, start);
    return answers.kind === 'chosen' ? answers.choices : null;
  };
  /** Waits for the box with this number, and returns its labels. */
  const labelsOf = async (number: number): Promise<readonly string[]> => {
    await until(() => quickPicks.length === number);
    return quickPicks.at(-1)?.items.map(({ label }) => label) ?? [];
  };
  const choose = (label: string): void => {
    quickPicks.at(-1)?.mark(label);
    quickPicks.at(-1)?.accept();
  };

  it('is the only one if the problem is known', async () => {
    const asking = ask();
    assert.deepEqual(await labelsOf(1), [
      '$(cloud-upload) P1 to school · C++',
      '$(code) Other Language…',
      '$(list-selection) Other Problem…',
      '$(beaker) Run with Custom Input…',
    ]);
    quickPicks.at(-1)?.accept();
    const choices = await asking;
    assert.deepEqual(
      [choices?.problemId, choices?.language, choices?.inputs, quickPicks.length],
      ['P1', 'cc', null, 1],
    );
  });

  it('leads to another language and back', async () => {
    const asking = ask();
    await labelsOf(1);
    choose('Other Language…');
    await labelsOf(2);
    choose('Python');
    const [first] = await labelsOf(3);
    assert.equal(first, '$(warning) P1 to school · Python');
    quickPicks.at(-1)?.accept();
    assert.equal((await asking)?.language, 'py');
  });

  it('comes after the language if none fits the file', async () => {
    languages = [python];
    const asking = ask();
    assert.ok((await labelsOf(1)).includes('Python'));
    choose('Python');
    assert.equal((await labelsOf(2))[0], '$(warning) P1 to school · Python');
    quickPicks.at(-1)?.accept();
    assert.equal((await asking)?.language, 'py');
  });

  it('comes after the problem if that isn’t known', async () => {
    records = [];
    void ask();
    await labelsOf(1);
    assert.match(quickPicks.at(-1)?.placeholder ?? '', /of the problem$/);
  });

  it('comes after the problem if the user wants another one', async () => {
    void ask({ problem: null, asks: 'problem' });
    await labelsOf(1);
    assert.match(quickPicks.at(-1)?.placeholder ?? '', /of the problem$/);
  });

  describe('in a contest', () => {
    const usual: SubmissionStart = { problem: null, asks: 'options' };
    /** Another file was submitted before. */
    const submitBefore = (): void => {
      records = records.map((record) => ({ ...record, source: null }));
    };

    it('is the only one if the file’s name says the problem, and the user has submitted before', async () => {
      submitBefore();
      const asking = ask(usual, contest);
      assert.equal((await labelsOf(1))[0], '$(cloud-upload) A – A to school · C++');
      quickPicks.at(-1)?.accept();
      const choices = await asking;
      assert.deepEqual([choices?.problemId, choices?.place, choices?.language], ['PA', 'c', 'cc']);
    });

    it('comes after the problem in the first submission, and if the file’s name says none', async () => {
      const before = records;
      records = [];
      void ask(usual, contest);
      await labelsOf(1);
      assert.match(quickPicks.at(-1)?.placeholder ?? '', /title of the problem$/);
      records = before;
      submitBefore();
      uri = 'file:///folder/main.cpp';
      void ask(usual, contest);
      await labelsOf(2);
      assert.match(quickPicks.at(-1)?.placeholder ?? '', /title of the problem$/);
    });
  });
});
