import { statusBar } from '../../support/vscodeWords';
import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Uri } from 'vscode';
import type { Extension } from '../../../../src/editor/extension';
import type { SourceToSubmit } from '../../../../src/editor/program';
import { samplesOfProgram, showSampleSources } from '../../../../src/editor/samples';
import { RequestFailed, type Judge, type JudgeHttp, type ProblemSamples } from '../../../../src/judges';
import { standIn } from '../../support/standIn';

describe('The samples of a run', () => {
  const inWorkspace = workspaceOnDisk();
  beforeEach(() => {
    inWorkspace().write('hello.py', 'print(3)');
    inWorkspace().write('hello.1.in', '5\n');
    inWorkspace().write('hello.1.ans', '6\n');
  });

  /** `sent`: null: the judge can't be reached */
  async function sourcesWith(sent: ProblemSamples | null, { isSignedOut = false } = {}) {
    const requested: string[] = [];
    const judge = standIn<Judge>({
      id: 'kattis',
      name: 'Kattis',
      chineseName: null,
      baseUrl: 'https://open.kattis.com',
      problemIdIn: () => 'hello',
      comparison: undefined,
      submission: {
        fetchSamples: async (_http, { problemId }) => {
          requested.push(problemId);
          if (!sent) throw new RequestFailed({ kind: 'timeout', limit: 1 });
          return sent;
        },
        findProblems: undefined,
        places: undefined,
        problemList: undefined,
        fetchForm: undefined,
        formContainsSamples: undefined,
      },
    });
    const extension = standIn<Extension>({
      realPath: fs.promises.realpath,
      context: { globalState: { get: () => undefined }, workspaceState: { get: () => undefined } },
      store: { records: () => [] },
      log: { error: () => undefined },
      judges: {
        isSignedOut: async () => isSignedOut,
        ask: async (_judge, operation) => operation(standIn<JudgeHttp>({})),
      },
    });
    const uri = Uri.file(path.join(inWorkspace().folder, 'hello.py'));
    const source = standIn<SourceToSubmit>({ uri, name: 'hello.py' });
    const found = await samplesOfProgram(extension, judge, source);
    showSampleSources(source, found.sources);
    return { requested, inputs: found.samples.map(({ input }) => input), shown: statusBar.at(-1), found };
  }

  it('are those of the judge, and then those next to the program', async () => {
    const samples = [
      { input: '1\n', expected: '2\n' },
      { input: '5\n', expected: '6\n' },
    ];
    const limits = { time: 700, memory: null };
    const { inputs, requested, shown, found } = await sourcesWith({ samples, limits });
    assert.deepEqual([inputs, requested, found.time], [['1\n', '5\n'], ['hello'], 700]);
    assert.equal(shown, '$(beaker) Samples of hello.py: 2 from Kattis');
    const own = found.samples.map(({ isOwnSample = false }) => isOwnSample);
    assert.deepEqual(own, [false, true], 'a sample that is also the user’s own can be edited');
    const more = [{ input: '1\n', expected: '2\n' }];
    assert.equal(
      (await sourcesWith({ samples: more, limits: null })).shown,
      '$(beaker) Samples of hello.py: 1 from Kattis, 1 of your own',
    );
  });

  it('are those next to the program if the judge sends none, or can’t be reached', async () => {
    const words = '$(beaker) Samples of hello.py: none from Kattis, 1 of your own';
    assert.equal((await sourcesWith({ samples: [], limits: null })).shown, words);
    const { inputs, shown } = await sourcesWith(null);
    assert.deepEqual([inputs, shown], [['5\n'], words]);
  });

  it('aren’t requested if the user is signed out', async () => {
    const { requested, shown } = await sourcesWith(null, { isSignedOut: true });
    assert.deepEqual([requested, shown], [[], '$(beaker) Samples of hello.py: 1 of your own']);
  });
});
