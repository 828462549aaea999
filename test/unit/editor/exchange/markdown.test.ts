import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { inMarkdown, recordsAsMarkdown } from '../../../../src/editor/exchange/markdown';
import type { Case, Envelope } from '../../../../src/results';
import { luogu } from '../../../support/profiles';
import { finished } from '../../records/fixtures';

function one(id: number, more: Partial<Case> = {}): Case {
  const plain = { status: 12, score: 10, time: 3, memory: 800, signal: 0, exitCode: 0, description: null };
  return { id, ...plain, ...more };
}

function envelope(cases: readonly (readonly Case[])[], message = ''): Envelope {
  const measured = { status: 14, score: 10, time: 3, memory: 800 };
  const subtasks = cases.map((own, id) => ({ id, ...measured, cases: own }));
  return {
    type: 'judge',
    requestId: 'r1',
    trackId: null,
    data: { compile: { success: true, message, opt2: null }, judge: { id: 1, ...measured, subtasks } },
  };
}

function markdown(of: Envelope, label = 'P1001', requestId = 'r1', note: string | null = null): string {
  const own = { service: 'judge https://judge.test judge.test', rules: luogu.rules };
  const record = finished({ ...of, requestId }, { label, note, ...own });
  return recordsAsMarkdown([{ record, envelope: of }]);
}

describe('A record in Markdown', () => {
  before(() => speak('en'));

  it('contains a heading, the figures, and a table of cases', () => {
    const wrong = one(2, { status: 6, score: 0, description: 'Wrong Answer. On line 1.' });
    assert.equal(
      markdown(envelope([[one(1), wrong]])).replace(/Requested: .*/, 'Requested: 1970'),
      [
        '### P1001 — WA Wrong Answer',
        '',
        'Request ID: `r1` · Status on the judge: UNAC Overall Unaccepted · Cases: 1 of 2 failed · Score: 10 · ' +
          'Time: 3 ms · Memory: 800 KiB · Judge: judge.test · Requested: 1970',
        '',
        '1 × WA, 1 × AC',
        '',
        '| Case | Verdict | Score | Time | Memory | Description |',
        '| --- | --- | ---: | ---: | ---: | --- |',
        '| 1 | AC | 10 | 3 ms | 800 KiB |  |',
        '| 2 | WA | 0 | 3 ms | 800 KiB | On line 1. |',
        '',
      ].join('\n'),
    );
  });

  it('contains the user’s note', () => {
    const text = markdown(envelope([[one(1)]]), 'P1001', 'r1', 'off by *one*');
    assert.match(text, /^Request ID: `r1` · Note: off by \\\*one\\\* · Score: 10 · /m);
  });

  it('contains the subtask if there are several subtasks, and the signal', () => {
    const text = markdown(envelope([[one(1)], [one(1, { status: 7, signal: 11 })]]));
    assert.match(text, /\| 1 \| 1 \| RE \| 10 \| 3 ms \| 800 KiB \| Signal 11 \(SIGSEGV\) \|/);
  });

  it('lists a limited number of verdict counts', () => {
    const cases = Array.from({ length: 30_000 }, (_, id) => one(id, { status: id + 100 }));
    const counts = markdown(envelope([cases])).split('\n')[4] ?? '';
    assert.match(counts, /^1 × Status 100, 1 × Status 101, .*1 × Status 123, …$/);
  });

  it('lists unaccepted cases first if there are too many cases', () => {
    const cases = Array.from({ length: 250 }, (_, id) => one(id, id === 249 ? { status: 5 } : {}));
    const text = markdown(envelope([cases]));
    assert.match(text, /\| 249 \| TLE \|/);
    assert.match(text, /and 150 more/);
    assert.equal(text.split('\n').filter((line) => /^\| \d/.test(line)).length, 100);
  });

  it('fences the compiler output with more backticks than the output contains', () => {
    const text = markdown(envelope([], 'a\n````\n# not a heading'));
    assert.ok(text.includes('`````text\na\n````\n# not a heading\n`````'));
  });

  it('truncates long compiler output with a note', () => {
    const text = markdown(envelope([], 'x'.repeat(100_000)));
    assert.ok(text.length < 7000);
    assert.match(text, /Truncated\.\n$/);
  });

  it('separates records with a rule', () => {
    const one = { record: finished(envelope([])), envelope: null };
    assert.equal(recordsAsMarkdown([one, one]).split('\n---\n').length, 2);
  });

  it('encloses a request ID in more backticks than the ID contains', () => {
    assert.ok(markdown(envelope([]), 'P', 'a``b').includes('```a``b```'));
  });
});

describe('Hostile text in Markdown', () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['a table cell', 'a | b', /(?<!\\)\|/],
    ['code', 'a `b` c', /(?<!\\)`/],
    ['HTML', '<img src=x onerror=alert(1)>', /(?<!\\)</],
    ['an entity', '&lt;b&gt;', /(?<!\\)&/],
    ['a link', '[x](command:evil)', /(?<!\\)[[\]]/],
    ['a picture', '![x](https://evil.example/a.png)', /(?<!\\)!|:\/\//],
    ['a mention', 'ask @everyone or @octocat', /@\w/],
    ['an issue', 'see #12 and GH-12', /#\d|GH-\d/],
    ['an address by itself', 'https://evil.example www.evil.example', /:\/\/|www\./],
    ['a mail address', 'x@evil.example', /@\w/],
    ['emphasis', '**bold** _it_ ~~no~~', /(?<!\\)[*_~]/],
    ['mathematics', '$x$', /(?<!\\)\$/],
    ['a heading', '# x', /^#/],
    ['a list', '- x', /^-/],
    ['a numbered list', '1. x', /^\d+\./],
    ['an escape of its own', '\\| x', /(?<!\\)(?:\\\\)*\|/],
    ['lines', 'a\n\n| b', /\n/],
    ['a text that reads backwards', 'a\u202eb', /\u202e/],
    ['a terminal sequence', '\x1b[31mred', /\x1b/],
  ];
  for (const [what, text, effective] of cases) {
    it(`has no effect: ${what}`, () => {
      assert.doesNotMatch(inMarkdown(text), effective);
    });
  }

  it('stays in its table cell', () => {
    const text = markdown(envelope([[one(1, { status: 6, description: 'x | y\n| z `|` \\' })]]));
    const [row] = text.split('\n').filter((line) => line.startsWith('| 1'));
    assert.equal(row?.replace(/\\\\|\\\|/g, '').split('|').length, 8);
  });

  it('is limited in length', () => {
    assert.ok(inMarkdown('['.repeat(100_000)).length <= 600);
  });
});
