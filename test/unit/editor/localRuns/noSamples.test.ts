import { answerNotices, commandArguments, commandsRun, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri } from 'vscode';
import { showNoSamples } from '../../../../src/editor/localRuns/noSamples';
import type { SourceToSubmit } from '../../../../src/editor/program/sourceToSubmit';
import type { Extension } from '../../../../src/editor/extension';
import { settle } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

const source = standIn<SourceToSubmit>({ name: 'A.cpp', uri: Uri.parse('file:///contest/A.cpp') });
const log = { error: assert.fail };
const isReceiving = { value: false };
const context = { globalState: { get: () => isReceiving.value } };
const computer = standIn<Extension>({ localComputer: async () => assert.fail(), log, context });
const browser = standIn<Extension>({ localComputer: null, log, context });

describe('The message that a program has no samples', () => {
  beforeEach(() => {
    speak('en');
    isReceiving.value = false;
  });

  it('offers to add a sample, to receive problems, and to run the program with custom input', async () => {
    for (const [button, command] of [
      ['Receive Problems…', 'judgeResults.receiveProblems'],
      ['Add Sample…', 'judgeResults.addSample'],
      ['Run with Custom Input…', 'judgeResults.runInputHere'],
    ] as const) {
      const shown = answerNotices(button);
      showNoSamples(computer, source, []);
      await settle();
      assert.deepEqual(
        shown.map(({ message, buttons }) => [message, buttons]),
        [['No samples for A.cpp.', ['Add Sample…', 'Receive Problems…', 'Run with Custom Input…']]],
      );
      assert.equal(commandsRun.at(-1), command);
      const isAboutFile = command !== 'judgeResults.receiveProblems';
      assert.deepEqual(commandArguments.at(-1), isAboutFile ? [source.uri] : []);
    }
  });

  it('doesn’t offer to receive problems if they are received', async () => {
    isReceiving.value = true;
    const shown = answerNotices();
    showNoSamples(computer, source, []);
    await settle();
    assert.deepEqual(shown[0]?.buttons, ['Add Sample…', 'Run with Custom Input…']);
  });

  it('says that the statement has none either', async () => {
    const shown = answerNotices();
    showNoSamples(browser, source, [], 'P1001');
    await settle();
    assert.deepEqual(
      shown.map(({ message, buttons }) => [message, buttons]),
      [['No samples for A.cpp, and none in the statement of P1001.', ['Add Sample…']]],
    );
  });

  it('lists those that can’t be run', async () => {
    const large = [
      { name: 'A.1.in', size: 5 * 1024 * 1024 },
      { name: 'A.2.in', size: 2 * 1024 * 1024 },
    ];
    const many = [
      { name: '#3', size: 10 },
      { name: 'A.4.in', size: null },
    ];
    const shown = answerNotices();
    showNoSamples(computer, source, large);
    showNoSamples(computer, source, [...large, ...many]);
    await settle();
    assert.deepEqual(
      shown.map(({ message, buttons }) => [message, buttons]),
      [
        ['Samples skipped: A.1.in (5.00 MiB), A.2.in (2.00 MiB). A sample may have up to 1.00 MiB.', []],
        [
          'Samples skipped, because together they are too many or too large: A.1.in (5.00 MiB), A.2.in (2.00 MiB), #3 (10 B), and 1 more.',
          [],
        ],
      ],
    );
  });
});
