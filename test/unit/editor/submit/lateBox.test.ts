import { answerNotices, quickPicks, recordQuickPicks, restoreEnv, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri, window } from 'vscode';
import type { Extension } from '../../../../src/editor/extension';
import { notePersonAction } from '../../../../src/editor/shared/dialogs/personActions';
import { askSubmission } from '../../../../src/editor/submit/askSubmission';
import type { Prepared } from '../../../../src/editor/submit/submitSteps';
import { RequestFailed } from '../../../../src/judges';
import { hydroSite } from '../../../support/profiles';
import { until } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

const source = {
  uri: Uri.parse('file:///folder/a.cpp'),
  name: 'a.cpp',
  editorLanguage: 'cpp',
  code: 'x',
  size: 1,
  textHash: 'h',
};

describe('The language of a submission', () => {
  const before = { ...window };
  /** Called when the judge's form is requested. */
  let onFetch: () => void;

  beforeEach(() => {
    speak('en');
    recordQuickPicks();
    quickPicks.length = 0;
    onFetch = () => undefined;
  });
  afterEach(() => Object.assign(window, before));
  after(restoreEnv);

  const memory = { get: (_key: string, otherwise?: unknown) => otherwise };
  const extension = standIn<Extension>({
    context: { globalState: memory, workspaceState: memory },
    judges: {
      all: async () => [],
      ask: async () => {
        onFetch();
        return {
          languages: [{ id: 'cc', name: 'C++', editorLanguages: ['cpp'], extensions: [] }],
          limits: null,
          remaining: null,
        };
      },
      timeAt: () => 0,
      credentials: { redaction: { text: (text: string) => text } },
    },
    store: { records: () => [] },
    remaining: { note: () => undefined },
    log: { warn: () => undefined, error: () => undefined, info: () => undefined },
  });
  const ask = () => {
    const judge = hydroSite('https://oj.example.org');
    assert.ok(judge.submission);
    const prepared: Prepared = { judge, offer: judge.submission, source };
    const given = { file: null, problemId: 'P1', language: null, optimise: true };
    return askSubmission(extension, prepared, given);
  };

  it('is asked for when the judge has sent its languages', async () => {
    const asking = ask();
    await until(() => quickPicks.length === 1);
    quickPicks[0]?.hide();
    assert.deepEqual(await asking, { kind: 'canceled' });
  });

  it('isn’t asked for if the request fails, and Try Again preselects the problem', async () => {
    onFetch = () => {
      throw new RequestFailed({ kind: 'reset' });
    };
    answerNotices('Try Again');
    const judge = hydroSite('https://oj.example.org');
    assert.ok(judge.submission);
    const given = { file: null, problemId: null, language: null, optimise: true };
    const place = 'dom2';
    const asking = askSubmission(extension, { judge, offer: judge.submission, source }, given, {
      problem: { problemId: 'P1', place },
      asks: 'problem',
    });
    await until(() => quickPicks.length === 1);
    quickPicks[0]?.accept();
    const problem = { problemId: 'P1', place, title: null, contest: null };
    assert.deepEqual(await asking, { kind: 'startOver', problem });
  });

  it('isn’t asked for in a box that opens while the person does something else', async () => {
    onFetch = notePersonAction;
    const shown = answerNotices(undefined);
    assert.deepEqual(await ask(), { kind: 'canceled' });
    assert.deepEqual(
      shown.map(({ message, buttons }) => [message, buttons]),
      [['Continue submitting a.cpp?', ['Continue']]],
    );
    assert.equal(quickPicks.length, 0);
  });

  it('is asked for after the person chose to continue', async () => {
    onFetch = notePersonAction;
    answerNotices('Continue');
    const asking = ask();
    await until(() => quickPicks.length === 1);
    quickPicks[0]?.hide();
    assert.deepEqual(await asking, { kind: 'canceled' });
  });
});
