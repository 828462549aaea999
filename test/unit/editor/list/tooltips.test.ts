import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { caseTooltip, recordTooltip } from '../../../../src/editor/list/tooltips';
import { plainLines } from '../../../../src/results';
import { luogu } from '../../../support/profiles';
import { finished, progressed } from '../../records/fixtures';
import { awkwardText } from '../../../fuzz/characters';

describe('A case’s tooltip', () => {
  it('is plain text without links, with a line for each known value', () => {
    speak('en');
    const description = 'See https://evil.test\n[here](command:x) $(error) \u202eback';
    const measured = { id: 3, status: 12, score: 10, time: 3, memory: null };
    const tooltip = caseTooltip('2-3', { ...measured, signal: 9, exitCode: null, description }, luogu.rules);
    assert.equal(typeof tooltip, 'string');
    assert.equal(
      tooltip.replaceAll('\u200b', ''),
      [
        'Case: 2-3',
        'Verdict: AC · Accepted',
        'Score: 10',
        'Time: 3 ms',
        'Signal: 9 (SIGKILL)',
        'Description: See https://evil.test [here](command:x) $(error) back',
      ].join('\n'),
    );
  });

  it('omits signal 0 and exit code 0, which mean a normal end', () => {
    speak('en');
    const measured = { id: 3, status: 12, score: 10, time: 3, memory: null, description: null };
    const [normal, failed] = [0, 1].map((exitCode) =>
      caseTooltip('3', { ...measured, signal: 0, exitCode }, luogu.rules),
    );
    assert.equal(normal, 'Case: 3\nVerdict: AC · Accepted\nScore: 10\nTime: 3 ms');
    assert.equal(failed, `${normal}\nExit code: 1`);
  });

  it('has one line for each value, whatever the description contains', () => {
    const measured = { id: 3, status: 12, score: 10, time: 3, memory: 800, signal: null, exitCode: null };
    fc.assert(
      fc.property(awkwardText, (description) => {
        const tooltip: unknown = caseTooltip(
          '3',
          { ...measured, description: `x${description}` },
          luogu.rules,
        );
        assert.ok(typeof tooltip === 'string' && tooltip.split('\n').length === 6);
        assert.equal(plainLines(tooltip), tooltip.replaceAll('\u200b', ''));
      }),
    );
  });
});

describe('A record’s tooltip', () => {
  it('contains the user’s note', () => {
    speak('en');
    const record = { ...finished(progressed(1, 1)), note: 'off by one' };
    assert.match(recordTooltip(record, null), /^Note: off by one$/m);
  });
});
