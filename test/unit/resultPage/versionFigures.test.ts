import '../support/vscodeWords';
import assert from 'node:assert/strict';
import { pageWords } from '../../../src/editor/resultPanel/pageLabels';
import type { Version } from '../../../src/resultPage/messages';
import {
  changeOf,
  figureOf,
  heights,
  rowsOf,
  tellingRow,
  type Row,
} from '../../../src/resultPage/versionFigures';

describe('Version values', () => {
  it('are scaled between zero and the largest value', () => {
    assert.deepEqual(heights([50, null, 100, 0]), [0.5, null, 1, 0]);
  });

  it('are zero if all values are zero or negative', () => {
    assert.deepEqual(heights([0, 0]), [0, 0]);
    assert.deepEqual(heights([-5, null]), [0, null]);
    assert.deepEqual(heights([-5, 10]), [0, 1]);
    assert.deepEqual(heights([]), []);
  });

  const row = (name: string, ...values: readonly (number | null)[]): Row => ({
    name,
    values,
    heights: heights(values),
    texts: values.map((value) => (value === null ? '' : String(value))),
  });

  it('contain the previous value if it differs', () => {
    const scores = row('Score', null, 25, 75, 75, null, 0);
    const changes = scores.values.map((_, index) => changeOf(scores, index, pageWords()));
    assert.deepEqual(changes, ['', 'Score 25', 'Score 75 (was 25)', 'Score 75', '', 'Score 0']);
    assert.deepEqual([figureOf(scores, 2), figureOf(scores, 4)], ['Score 75', '']);
  });

  it('contain the highest possible score', () => {
    const versionWith = (score: number | null): Version => ({
      key: '',
      verdict: '',
      sign: '',
      style: null,
      at: 0,
      score,
      maximum: 100,
      time: null,
      memory: null,
    });
    const versions = [25, 50, null].map(versionWith);
    const units = { score: 'points', time: 'ms', memory: 'KiB' } as const;
    const [scores] = rowsOf({ versions, units }, pageWords());
    assert.ok(scores);
    assert.deepEqual(
      versions.map((_, index) => changeOf(scores, index, pageWords())),
      ['Score 25 / 100', 'Score 50 / 100 (was 25 / 100)', ''],
    );
  });

  it('are the scores, or the times if all scores are equal', () => {
    const telling = (...rows: readonly Row[]) => tellingRow(rows)?.name;
    assert.equal(telling(row('score', null, 25, 50), row('time', 1, 2, 3)), 'score');
    assert.equal(telling(row('score', null, 50, 50), row('time', 1, 2, 3)), 'time');
    assert.equal(telling(row('score', 50, 50), row('time', 2, 2)), 'score');
    assert.equal(telling(), undefined);
  });
});
