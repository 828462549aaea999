import assert from 'node:assert/strict';
import { startQduojStandIn, type QduojStandIn } from '../../support/standIns/qduoj';

type Json = Readonly<Record<string, unknown>>;

describe('The QDUOJ stand-in', () => {
  let standIn: QduojStandIn;
  beforeEach(async () => {
    standIn = await startQduojStandIn();
  });
  afterEach(() => standIn.stop());

  const read = async (path: string, key = standIn.appKey) =>
    (await (await fetch(standIn.url + path, { headers: { Appkey: key } })).json()) as Json;
  const submit = async (body: Json, key = standIn.appKey) =>
    fetch(`${standIn.url}/api/submission`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Appkey: key },
      body: JSON.stringify(body),
    });
  const program = { problem_id: 11, contest_id: 7, language: 'C++', code: '\nint main() {}\n' };

  it('treats users with a wrong key as guests', async () => {
    assert.deepEqual(await read('/api/profile', 'wrong'), { error: null, data: null });
    const list = await read('/api/submissions?limit=15', 'wrong');
    assert.deepEqual(list, { error: null, data: { results: [], total: 0 } });
    assert.equal((await submit(program, 'wrong')).status, 403);
  });

  it('lists submissions in a contest only there, and removes whitespace at the ends of programs', async () => {
    await submit(program);
    const id = standIn.newestId ?? assert.fail();
    assert.deepEqual(standIn.placeOf(id), [11, 7]);
    const idsAt = async (path: string) =>
      ((await read(path)).data as { results: readonly { id: string }[] }).results.map((one) => one.id);
    assert.deepEqual(await idsAt('/api/submissions?limit=15'), []);
    assert.deepEqual(await idsAt('/api/contest_submissions?limit=15&contest_id=7'), [id]);
    standIn.finish(id, 'wrong');
    const { data } = await read(`/api/submission?id=${id}`);
    const { code, result } = data as { code: string; result: number };
    assert.deepEqual([code, result], ['int main() {}', -1]);
  });

  it('accepts no program before or after the contest', async () => {
    standIn.contest.endsAt = Date.now() - 1;
    assert.deepEqual(await (await submit(program)).json(), {
      error: 'error',
      data: 'The contest have ended',
    });
    standIn.contest.startsAt = Date.now() + 60_000;
    const { data } = await read('/api/contest/problem?contest_id=7');
    assert.equal(data, 'Contest has not started yet.');
  });
});
