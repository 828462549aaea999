import assert from 'node:assert/strict';
import {
  startLibraryCheckerStandIn,
  type LibraryCheckerStandIn,
} from '../../support/standIns/libraryChecker';

type Json = Readonly<Record<string, unknown>>;

describe('The Library Checker stand-in', () => {
  let standIn: LibraryCheckerStandIn;
  beforeEach(async () => {
    standIn = await startLibraryCheckerStandIn();
  });
  afterEach(() => standIn.stop());

  const read = async (path: string) => (await (await fetch(standIn.url + path)).json()) as Json;
  const submit = async (body: Json) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${standIn.url}/submit`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const program = { problem: 'aplusb', source: 'int main() {}\n', lang: 'cpp' };

  it('accepts exactly the specified properties', async () => {
    const messages = [
      { ...program, user: 'ann' },
      { problem: 'aplusb', lang: 'cpp' },
      { ...program, source: '' },
      { ...program, problem: 'other' },
      { ...program, lang: 'pascal' },
    ].map(submit);
    assert.deepEqual(
      (await Promise.all(messages)).map(({ text }) => text),
      [
        'missing required fields',
        'missing required fields',
        'invalid source length',
        'unknown problem',
        'unknown language',
      ],
    );
    assert.deepEqual(JSON.parse((await submit({ ...program, tle_knockout: true })).text), {
      id: standIn.newestId,
    });
    assert.equal(standIn.sourceOf(standIn.newestId!), program.source);
  });

  it('sends times in seconds, and negative ones for programs that weren’t run', async () => {
    await submit(program);
    const id = standIn.newestId!;
    const timeAndStatus = async () => {
      const { status, time, memory } = (await read(`/submissions/${id}`))['overview'] as Json;
      return [status, time, memory];
    };
    assert.deepEqual(await timeAndStatus(), ['WJ', -0.001, -1]);
    standIn.progress(id, '3/20');
    assert.deepEqual(await timeAndStatus(), ['3/20', -0.001, -1]);
    standIn.finish(id, 'WA');
    assert.deepEqual(await timeAndStatus(), ['WA', 0.057, 5_242_880]);
    standIn.finish(id, 'CE');
    const { compile_error: message } = await read(`/submissions/${id}`);
    assert.match(Buffer.from(String(message), 'base64').toString(), /^main\.cpp:3:5: error: /m);
    assert.equal((await read('/submissions?limit=20'))['count'], 1);
    assert.equal((await read('/submissions?user=ann&limit=20'))['count'], 0);
    assert.equal((await fetch(`${standIn.url}/submissions/1`)).status, 404);
  });
});
