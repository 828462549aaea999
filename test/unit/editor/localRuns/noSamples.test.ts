import { answerNotices, commandArguments, commandsRun, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri } from 'vscode';
import { showNoSamples } from '../../../../src/editor/localRuns/noSamples';
import { ownSampleNames } from '../../../../src/editor/samples/findSamples';
import { samplePairs } from '../../../../src/editor/samples/sampleFiles';
import type { SourceToSubmit } from '../../../../src/editor/program/sourceToSubmit';
import type { Extension } from '../../../../src/editor/extension';
import { settle } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

const source = standIn<SourceToSubmit>({ name: 'A.cpp', uri: Uri.parse('file:///contest/A.cpp') });
const log = { error: assert.fail };
const computer = standIn<Extension>({ localComputer: async () => assert.fail(), log });
const browser = standIn<Extension>({ localComputer: null, log });

describe('The message that a program has no samples', () => {
  beforeEach(() => speak('en'));

  it('names the files to add before VS Code cuts it off, and offers custom input', async () => {
    const shown = answerNotices('Run with Custom Input…');
    showNoSamples(computer, source);
    await settle();
    const [notice] = shown;
    assert.equal(notice?.message, 'No samples for A.cpp. Put A.in and A.out next to it.');
    assert.ok(notice.message.length <= 60);
    assert.equal(commandsRun.at(-1), 'judgeResults.runInputHere');
    assert.deepEqual(commandArguments.at(-1), [source.uri]);
  });

  it('says that the statement has none either', async () => {
    const shown = answerNotices();
    showNoSamples(browser, source, 'P1001');
    await settle();
    assert.deepEqual(
      shown.map(({ message, buttons }) => [message, buttons]),
      [['No samples in the statement of P1001. Put A.in and A.out next to A.cpp.', []]],
    );
  });

  it('names files that are found as samples', () => {
    for (const program of ['A.cpp', 'P1001.py', 'Main']) {
      const { input, expected } = ownSampleNames(program);
      assert.deepEqual(samplePairs(program, ['1.in', '1.out', input, expected]), [{ input, expected }]);
    }
  });
});
