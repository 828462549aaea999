import assert from 'node:assert/strict';
import { clics } from '../../../../src/judges/adapters/clics';
import { contestIn } from '../../../../src/judges/adapters/clics/contest';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { failing, on, requestsOf, run } from '../../../support/operations';
import { described } from '../../../support/profiles';
import { answer, page } from './answers';

const site = described(clics, 'finals', { url: 'https://judge.example.edu/api', contest: 'nwerc' });
const missing = answer({ code: 404, message: "Object with ID 'nwerc' not found" }, 404);
const fetchContest = on(site, (http) => site.contests!.fetch!(http, 'nwerc'));
const fetched = (answers: Readonly<Record<string, PlainAnswer>>) =>
  run(fetchContest, ({ path }) => answers[path.replace('/contests/nwerc', '')] ?? missing);
const failure = (answers: Readonly<Record<string, PlainAnswer>>) =>
  failing(fetchContest, ({ path }) => answers[path.replace('/contests/nwerc', '')] ?? missing);

describe('A CLICS contest', () => {
  it('has a start, and an end that the server sends or that follows from its duration', () => {
    const start = '2026-11-28T20:42:06+00:00';
    const startsAt = Date.parse(start);
    const hour = 3_600_000;
    const end = '2026-11-29T01:42:06+00:00';
    assert.deepEqual(contestIn({ name: 'N', start_time: start, end_time: end }, 'n'), {
      title: 'N',
      startsAt,
      endsAt: Date.parse(end),
      id: 'n',
    });
    assert.equal(contestIn({ start_time: start, duration: '1:00:00' }, 'n').endsAt, startsAt + hour);
    assert.equal(contestIn({ start_time: start, duration: 'x' }, 'n').endsAt, null);
  });

  it('has no end if its start is delayed, although DOMjudge sends one', () => {
    const delayed = {
      formal_name: 'future contest',
      start_time: null,
      end_time: '2026-11-29T02:57:52+00:00',
      duration: '5:00:00.000',
    };
    assert.deepEqual(contestIn(delayed, 'f'), {
      title: 'future contest',
      endsAt: null,
      id: 'f',
      hasBegun: false,
    });
  });

  it('is fetched with a single request if the server shows it', async () => {
    const [request, ...others] = await requestsOf(fetchContest, () => answer({ id: 'nwerc' }));
    assert.deepEqual([request?.path, others], ['/contests/nwerc', []]);
  });

  it('has only a start if it is hidden until it begins', async () => {
    const state = answer({ started: null, ended: null, frozen: null, thawed: null, finalized: null });
    const scoreboard = (elapsed: string) =>
      answer({ time: '2026-11-28T21:00:00.000+00:00', contest_time: elapsed, rows: [] });
    const startOf = async (answers: Readonly<Record<string, PlainAnswer>>) =>
      (await fetched(answers)).startsAt;
    const start = await startOf({ '/state': state, '/scoreboard': scoreboard('-0:10:00.000') });
    assert.equal(start, Date.parse('2026-11-28T21:10:00Z'));
    assert.equal(await startOf({ '/state': state }), undefined);
    assert.equal(await startOf({ '/state': state, '/scoreboard': scoreboard('soon') }), undefined);
  });

  it('has its title and its times from its description in YAML if it is hidden until it begins', async () => {
    const state = answer({ started: null, ended: null });
    const described = (fields: readonly string[]): PlainAnswer => ({
      ...page(`id: nwerc\n${fields.join('\n')}\nmedals:\n    gold: 4\n`),
      contentType: 'application/x-yaml',
    });
    const times = [
      "start_time: '2100-01-01T10:00:00+01:00'",
      "end_time: '+5:00:00'",
      "duration: '5:00:00.000'",
      "scoreboard_freeze_duration: '1:00:00'",
    ];
    const startsAt = Date.UTC(2100, 0, 1, 9);
    const hour = 3_600_000;
    const names: readonly (readonly [string, string])[] = [
      ["'NWERC 2026: finals'", 'NWERC 2026: finals'],
      ["'Children''s Cup'", "Children's Cup"],
      ['Regional', 'Regional'],
      [String.raw`"Cup\_of\nThrees"`, 'Cup\u00a0of\nThrees'],
    ];
    for (const [written, title] of names) {
      assert.deepEqual(
        await fetched({
          '/state': state,
          '/contest-yaml': described([`formal_name: ${written}`, 'name: nwerc', ...times]),
        }),
        { title, startsAt, endsAt: startsAt + 5 * hour, freezesAt: startsAt + 4 * hour, id: 'nwerc' },
      );
    }
    const delayed = described(["formal_name: 'N'", 'start_time: null', "duration: '5:00:00.000'"]);
    assert.deepEqual(await fetched({ '/state': state, '/contest-yaml': delayed }), {
      title: 'N',
      endsAt: null,
      id: 'nwerc',
      hasBegun: false,
    });
  });

  it('is rejected if it is unknown, deactivated, or only visible to others', async () => {
    const words = "404 Object with ID 'nwerc' not found";
    assert.equal(await failure({}), words);
    assert.equal(
      await failure({ '/state': answer({ started: '2026-11-28T20:42:06Z', ended: null }) }),
      words,
    );
    const begun = answer({ time: '2026-11-28T21:00:00Z', contest_time: '0:10:00.000' });
    const state = answer({ started: null, ended: null });
    assert.equal(await failure({ '/state': state, '/scoreboard': begun }), words);
    assert.equal(await failure({ '': page('<html>', 502) }), '502');
  });
});
