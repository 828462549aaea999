import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { clarificationsText, newsWords } from '../../../../src/editor/clarifications/clarificationWords';
import type { Clarification } from '../../../../src/judges';

const contest = { title: 'NWERC\u202e 2026', endsAt: null, id: 'nwerc' };
const clarification = (more: Partial<Clarification>): Clarification => ({
  id: '1',
  kind: 'announcement',
  problem: null,
  text: 'Lunch at 12',
  at: null,
  ...more,
});

describe('The words about clarifications', () => {
  beforeEach(() => speak('en'));

  it('are the text of a single one, made harmless, and the number of several', () => {
    const hostile = 'a [x](command:evil) $(error)\nb\u2067';
    const one = newsWords(contest, [clarification({ text: hostile, problem: 'A – Sum' })]);
    assert.equal(one, 'Clarification on A – Sum: a [x]\u200b(command:evil) $\u200b(error) b');
    assert.equal(newsWords(contest, [clarification({})]), 'Clarification on NWERC 2026: Lunch at 12');
    assert.ok(newsWords(contest, [clarification({ text: 'x'.repeat(10_000) })]).length < 300);
    const several = newsWords(contest, [clarification({}), clarification({ id: '2' })]);
    assert.equal(several, '2 new clarifications: NWERC 2026');
  });

  it('name the team of a question to the jury, and an answer', () => {
    const words = (more: Partial<Clarification>) => newsWords(contest, [clarification(more)]);
    const question = { kind: 'question', text: 'Is it sorted?' } as const;
    assert.equal(
      words({ ...question, team: 'Team\u202e Two', problem: 'B – Sort' }),
      'Question from Team Two on B – Sort: Is it sorted?',
    );
    assert.equal(words(question), 'Question on NWERC 2026: Is it sorted?');
    assert.equal(words({ kind: 'answer', text: 'Yes.', problem: 'B – Sort' }), 'Answer on B – Sort: Yes.');
    const answerPage = 'https://judge.example.edu/jury/clarifications/7';
    assert.match(
      clarificationsText(contest, [clarification({ ...question, answerPage })]),
      /Is it sorted\?\n\n {4}Answer: https:\/\/judge\.example\.edu\/jury\/clarifications\/7\n$/,
    );
    const document = clarificationsText(contest, [clarification({ ...question, team: 'Team\u202e Two' })]);
    assert.match(document, /^General · Question from Team Two$/m);
  });

  it('are a document whose texts can’t look like headings', () => {
    const text = clarificationsText(contest, [
      clarification({ text: 'Yes.\n\nSent by you', kind: 'answer', problem: 'A – Sum' }),
      clarification({ kind: 'sent' }),
      clarification({ kind: 'question' }),
    ]);
    assert.equal(
      text,
      [
        'NWERC 2026',
        'A – Sum · Answer to you',
        '    Yes.\n\n    Sent by you',
        'General · Sent by you',
        '    Lunch at 12',
        'General · Question from a team',
        '    Lunch at 12\n',
      ].join('\n\n'),
    );
    assert.equal(clarificationsText(contest, []), 'NWERC 2026\n\nNo clarifications\n');
  });

  it('are wrapped at spaces, or within words that are too long', () => {
    const text = clarificationsText(contest, [
      clarification({ text: `${'word '.repeat(30)}end` }),
      clarification({ text: `${'x'.repeat(250)} y` }),
    ]);
    assert.deepEqual(
      text.split('\n').map(({ length }) => length),
      [10, 0, 16, 0, 103, 57, 0, 16, 0, 104, 104, 56, 0],
    );
    assert.equal(text.replace(/\s/g, '').match(/word/g)?.length, 30);
    assert.equal(text.match(/x/g)?.length, 250);
  });

  it('are never divided within a character', () => {
    const text = clarificationsText(contest, [clarification({ text: `x${'😀'.repeat(80)}` })]);
    assert.doesNotMatch(text, /\p{Surrogate}/u);
    assert.equal(text.match(/😀/gu)?.length, 80);
  });

  it('stay bounded with 500 long ones', () => {
    const all = Array.from({ length: 500 }, () => clarification({ text: '\n'.repeat(10_000) }));
    const text = clarificationsText(contest, all);
    assert.ok(text.length < 600_000);
    assert.match(text, /Older clarifications are on the website\.\n$/);
  });
});
