import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { decodeEnvelope, type Envelope } from '../../../src/results';
import { safeName } from '../../../src/records/disk/layout';
import { key, newRecord } from './fixtures';
import { openWindow, temporaryFolder } from './folders';

/** Valid responses with fields that have a meaning only in this extension's own form. */
const responses: Readonly<Record<string, object>> = {
  'judge.passed that is no number': { judge: { status: 12, passed: true } },
  'judge.passed that is one': { judge: { status: 12, passed: 3 } },
  'judge.description 0': { judge: { status: 12, description: 0 } },
  'data.hidden': { judge: { status: 12 }, hidden: true },
  'a status in quotation marks': { judge: { status: '12' } },
  'subtasks with names': { judge: { status: 12, subtasks: [{ id: 1, name: 7, maximum: 'x', cases: [] }] } },
};

describe('A stored result', () => {
  const folder = temporaryFolder();

  function received(data: object): { envelope: Envelope; raw: string } {
    const raw = JSON.stringify({ type: 'judge', requestId: 'r1', trackId: null, data });
    const decoded = decodeEnvelope(JSON.parse(raw));
    assert.ok(decoded.ok);
    return { envelope: decoded.envelope, raw };
  }

  async function store(result: { envelope: Envelope; raw: string | null }): Promise<void> {
    const { store: first } = openWindow(folder());
    await first.receive(key, result, { via: 'refresh', receivedAt: 7, add: newRecord() });
    await first.close();
  }

  async function readAgain(): Promise<Envelope | null> {
    const next = openWindow(folder());
    await next.store.loadAll();
    const envelope = await next.store.loadEnvelope(key);
    await next.store.close();
    assert.deepEqual(next.problems, []);
    return envelope;
  }

  for (const [what, data] of Object.entries(responses)) {
    it(`is the same after a restart: with ${what}`, async () => {
      const result = received(data);
      await store(result);
      assert.deepEqual(await readAgain(), result.envelope);
    });

    it(`can be read if an earlier version stored it: with ${what}`, async () => {
      await store(received(data));
      const file = join(folder(), 'records', `${safeName(key)}.json`);
      const text = fs.readFileSync(file, 'utf8');
      assert.match(text, /"form":"received"/);
      fs.writeFileSync(file, text.replace(',"form":"received"', ''));
      assert.equal((await readAgain())?.data?.judge?.status?.toString(), '12');
    });
  }

  it('keeps the fields added by this extension', async () => {
    const { envelope } = received({ judge: { status: 12 } });
    const data = { ...envelope.data!, hidden: true };
    const own: Envelope = {
      ...envelope,
      data: { ...data, judge: { ...data.judge!, status: '12', passed: 4, description: 'x', total: 9 } },
    };
    await store({ envelope: own, raw: null });
    assert.deepEqual(await readAgain(), own);
  });
});
