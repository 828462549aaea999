import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { accountWords, contestWords, userNameNeeded } from '../../../../src/editor/labels/accountWords';
import { clics } from '../../../../src/judges/adapters/clics';
import { yandexContest } from '../../../../src/judges/adapters/yandexContest';
import { described, hydroSite } from '../../../support/profiles';

const now = Date.parse('2026-11-28T21:00:00Z');
const contest = { title: 'Finals', endsAt: null, id: 'finals' };

describe('Words about an account before the first submission', () => {
  beforeEach(() => speak('en'));

  it('are empty if it can submit now', () => {
    assert.equal(accountWords({ name: 'a', contest: { ...contest, startsAt: now } }, now), '');
    assert.equal(accountWords({ name: null }, now), '');
  });

  it('tell why it can’t submit', () => {
    const words = accountWords({ name: 'a', cannotSubmit: 'teamNotListed', contest }, now);
    assert.equal(words, 'Your team isn’t listed in the contest. It may be disabled or not registered.');
  });

  it('tell when the contest starts, that it is closed, and the judge’s warning', () => {
    const closed = { ...contest, acceptsSubmissions: false as const, warning: 'Practice\u202e only' };
    assert.equal(
      contestWords(closed, now),
      'The contest accepts no submissions. Message from the judge: Practice only',
    );
    const coming = contestWords({ ...contest, startsAt: now + 12.5 * 60_000 }, now);
    assert.match(coming, /^The contest starts in 12 min \(.+\)\.$/);
  });

  it('tell to enter the user name only where the settings have a field for it', () => {
    const url = 'https://judge.example.edu/api';
    const contestJudge = described(clics, 'finals', { url, contest: '1' });
    const told = [
      contestJudge,
      hydroSite('https://oj.example.org'),
      described(yandexContest, 'school', { contest: '7' }),
    ].map(userNameNeeded);
    assert.deepEqual(
      told.map((words) => words.includes('to its settings')),
      [false, false, true],
    );
  });
});
