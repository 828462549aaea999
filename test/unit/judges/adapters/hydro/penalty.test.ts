import assert from 'node:assert/strict';
import { resultFrom } from '../../../../support/profiles';

const settings = { type: 'hydro', url: 'https://hydro.example.org' };
const HOUR = 3_600_000;
const since = Date.parse('2026-11-20T12:00:00Z');

/** The result of a record that was submitted `late` ms after the deadline of a homework. */
async function description(
  late: number,
  { score = 80, status = 2, tdoc = {} }: { score?: number; status?: number; tdoc?: object } = {},
): Promise<string | null> {
  const id = Math.floor((since + late) / 1000).toString(16) + '0'.repeat(16);
  const homework = {
    docId: 'a'.repeat(24),
    domainId: 'system',
    rule: 'homework',
    title: 'Lists',
    penaltySince: new Date(since).toISOString(),
    penaltyRules: { '24': 0.5, '1': 0.8, '0': 0.9 },
    ...tdoc,
  };
  const rdoc = { _id: id, status, score, domainId: 'system', contest: 'a'.repeat(24), testCases: [] };
  const text = JSON.stringify({ rdoc, tdoc: homework });
  const result = await resultFrom(settings, { requestId: id }, () => ({
    status: 200,
    contentType: 'application/json',
    text,
  }));
  assert.ok(result.kind === 'result');
  const { judge } = result.envelope.data ?? {};
  return judge?.description ?? null;
}

describe('A record of a Hydro homework', () => {
  it('explains how much of its score counts if it was submitted late', async () => {
    assert.equal(await description(-1_000), null);
    assert.equal(await description(0), '72 = 80 × 0.9');
    assert.equal(await description(HOUR), '64 = 80 × 0.8');
    assert.equal(await description(23 * HOUR), '64 = 80 × 0.8');
    assert.equal(await description(100 * HOUR, { score: 33.33 }), '16.67 = 33.33 × 0.5');
  });

  it('explains nothing without points, during judging, or without a penalty', async () => {
    assert.equal(await description(HOUR, { score: 0 }), null);
    assert.equal(await description(HOUR, { status: 20, score: 0 }), null);
    assert.equal(await description(HOUR, { tdoc: { penaltyRules: {} } }), null);
    assert.equal(await description(HOUR, { tdoc: { penaltySince: 'x' } }), null);
    assert.equal(await description(HOUR, { tdoc: { rule: 'ioi' } }), null);
  });
});
