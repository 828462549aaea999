import { quickPicks, recordQuickPicks } from '../../support/vscodeWords';
import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Uri } from 'vscode';
import type { Extension } from '../../../../src/editor/extension';
import type { SourceToSubmit } from '../../../../src/editor/program';
import { runProblemSamples } from '../../../../src/editor/submit/runProblemSamples';
import type { Judge, SubmissionSupport } from '../../../../src/judges';
import { standIn } from '../../support/standIn';

describe('Running samples at a judge with problems', () => {
  const inWorkspace = workspaceOnDisk();
  beforeEach(() => {
    recordQuickPicks();
    inWorkspace().write('sum.cpp', 'int main() {}');
  });

  const offer: SubmissionSupport = { submit: async () => assert.fail(), selfTest: { maxExpected: 1000 } };
  const judge = standIn<Judge>({
    id: 'school',
    name: 'School',
    chineseName: null,
    problemIdIn: () => null,
    submission: standIn<SubmissionSupport>({
      problemList: undefined,
      findProblems: undefined,
      places: undefined,
    }),
  });
  const extension = standIn<Extension>({
    realPath: fs.promises.realpath,
    localComputer: async () => assert.fail(),
    context: { globalState: { get: () => undefined } },
    store: { records: () => [] },
  });

  it('leaves samples next to the file to this computer if the problem is unknown, without a question', async () => {
    inWorkspace().write('sum.1.in', '1\n');
    inWorkspace().write('sum.1.ans', '2\n');
    const before = quickPicks.length;
    const uri = Uri.file(path.join(inWorkspace().folder, 'sum.cpp'));
    const source = standIn<SourceToSubmit>({ uri, name: 'sum.cpp' });
    assert.equal(await runProblemSamples(extension, { judge, offer, source }), 'judgeUnavailable');
    assert.equal(quickPicks.length, before);
  });
});
