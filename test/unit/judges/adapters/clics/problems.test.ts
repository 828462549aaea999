import assert from 'node:assert/strict';
import { clics } from '../../../../../src/judges/adapters/clics';
import type { OutgoingRequest } from '../../../../../src/judges/http/judgeHttp';
import type { PlainAnswer } from '../../../../../src/judges/adapters/shared/makeResult';
import { on, run } from '../../../../support/operations';
import type { RequestFailed } from '../../../../../src/judges';
import { described } from '../../../../support/profiles';
import { answer } from '../answers';

const site = described(clics, 'finals', { url: 'https://judge.example.edu/domjudge/api', contest: 'nwerc' });
const support = site.submission!;
const missing = answer({ code: 404, message: 'Object not found' }, 404);
const problems = [
  { id: 'hello', label: 'A', short_name: 'hi', name: 'Hello World', time_limit: 5 },
  { id: 'bye', label: 'B', name: 'Bye', time_limit: 0.5 },
];

/** A server with these responses; the paths of the contest are relative. */
function server(answers: Readonly<Record<string, PlainAnswer>>) {
  const asked: OutgoingRequest[] = [];
  const reply = (request: OutgoingRequest): PlainAnswer => {
    asked.push(request);
    const path = request.path.replace(/^\/contests\/nwerc\/?/, '');
    return answers[path] ?? missing;
  };
  return { asked, reply };
}

describe('The problems of a contest', () => {
  const listed = (answers: Readonly<Record<string, PlainAnswer>>) => {
    const { reply, asked } = server(answers);
    const fetched = run(
      on(site, (http) => support.problemList!.fetchAll(http)),
      reply,
    );
    return { fetched, asked };
  };

  it('have labels, titles, and short names', async () => {
    const { fetched } = listed({ problems: answer(problems) });
    const { problems: found } = await fetched;
    const place = 'nwerc';
    assert.deepEqual(
      found.map(({ limits, ...named }) => [named, limits?.time]),
      [
        [{ problemId: 'hello', place, letter: 'A', shortName: 'hi', title: 'Hello World' }, 5_000],
        [{ problemId: 'bye', place, letter: 'B', shortName: '', title: 'Bye' }, 500],
      ],
    );
  });

  it('come with the contest, which may be closed or have a warning', async () => {
    const contest = { id: 'nwerc', name: 'NWERC', allow_submit: false, warning_message: 'Please wait.' };
    const { fetched, asked } = listed({ problems: answer(problems), '': answer(contest) });
    const { acceptsSubmissions, warning } = (await fetched).contest ?? {};
    assert.deepEqual([acceptsSubmissions, warning], [false, 'Please wait.']);
    assert.ok((asked[1]?.keptFor?.({ ...answer(contest), receivedAt: 0 }) ?? 0) > 0);
  });

  it('are none before the start, and are then fetched each time', async () => {
    const contest = (start: string) => ({ id: 'nwerc', name: 'NWERC', start_time: start });
    const before = listed({ problems: answer([]), '': answer(contest('2100-01-01T10:00:00Z')) });
    const coming = await before.fetched;
    assert.deepEqual([coming.problems, coming.contest?.startsAt], [[], Date.UTC(2100, 0, 1, 10)]);
    assert.equal(before.asked[1]?.refreshes, true);
    assert.equal(before.asked[0]?.keptFor?.({ ...answer([]), receivedAt: 0 }), 0);
    const begun = listed({ problems: answer([]), '': answer(contest('2000-01-01T10:00:00Z')) });
    const running = await begun.fetched;
    assert.deepEqual([running.problems, running.contest?.startsAt], [[], Date.UTC(2000, 0, 1, 10)]);
  });

  it('are none if the contest is hidden until it begins', async () => {
    const hidden = listed({
      state: answer({ started: null, ended: null }),
      scoreboard: answer({ time: '2026-11-28T10:00:00Z', contest_time: '-1:00:00.000' }),
    });
    const { problems: none, contest } = await hidden.fetched;
    assert.deepEqual([none, contest?.startsAt], [[], Date.UTC(2026, 10, 28, 11)]);
  });

  it('are reused for half an hour', async () => {
    const { fetched, asked } = listed({ problems: answer(problems) });
    await fetched;
    assert.equal(asked[0]?.keptFor?.({ ...answer(problems), receivedAt: 0 }), 1_800_000);
  });
});

describe('A problem of a contest', () => {
  const languages = answer([{ id: 'cpp', name: 'C++', extensions: ['cpp'] }]);
  const form = (answers: Readonly<Record<string, PlainAnswer>>, at = site) =>
    run(
      on(at, (http) => at.submission!.fetchForm!(http, { problemId: 'bye', place: null })),
      server({ languages, ...answers }).reply,
    );

  it('has the limits of DOMjudge, its title, and its label', async () => {
    const { limits, title, letter, sourceLimits } = await form({
      problems: answer(problems),
      '/config': answer({ sourcesize_limit: 256, sourcefiles_limit: 100 }),
    });
    assert.deepEqual(
      [limits, title, letter, sourceLimits],
      [{ time: 500, memory: null }, 'Bye', 'B', { size: 262_144, files: 100 }],
    );
  });

  it('has only languages if the server sends nothing else', async () => {
    const { languages, limits, title, sourceLimits } = await form({});
    assert.deepEqual(
      [languages.map(({ name }) => name), limits, title, sourceLimits],
      [['C++'], null, null, { size: null, files: null }],
    );
  });

  it('isn’t without limits and title because the server is busy', async () => {
    const busy = form({ problems: answer({ code: 503, message: 'Busy' }, 503) });
    await assert.rejects(busy, ({ failure }: RequestFailed) => 'status' in failure && failure.status === 503);
  });

  it('has no settings of DOMjudge at another server', async () => {
    const other = described(clics, 'finals', { url: 'https://judge.example.edu/clics', contest: 'nwerc' });
    const config = answer({ sourcesize_limit: 256 });
    const { sourceLimits } = await form({ problems: answer(problems), '/config': config }, other);
    assert.equal(sourceLimits?.size, null);
  });
});
