import assert from 'node:assert/strict';
import { JudgeClient } from '../../../src/judges/client';
import { omegaup } from '../../../src/judges/adapters/omegaup';
import { described, hydroSite } from '../../support/profiles';

describe('The language of a judge’s messages', () => {
  const queryFor = async (judge: ReturnType<typeof hydroSite>, language?: string) => {
    const urls: string[] = [];
    const client = new JudgeClient(judge, {
      fetch: async (url) => {
        urls.push(url);
        throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      },
      userAgent: 'judge-results/0.0.0',
      credential: () => Promise.resolve(null),
      ...(language === undefined ? {} : { language }),
    });
    await client.ask((http) => http.get('/api/run/status/?run_alias=a%20b')).catch(() => undefined);
    return urls.map((url) => new URL(url).search);
  };

  it('is the user’s if the judge has it, or else its first one', async () => {
    const site = described(omegaup, 'omegaup', {});
    for (const [language, value] of [
      ['es', 'es'],
      ['pt-br', 'pt'],
      ['en', 'en'],
      ['zh-cn', 'en'],
    ] as const)
      assert.deepEqual(await queryFor(site, language), [`?run_alias=a%20b&lang=${value}`]);
    assert.deepEqual(await queryFor(site), ['?run_alias=a%20b']);
  });

  it('isn’t sent to judges without such a parameter', async () => {
    assert.deepEqual(await queryFor(hydroSite('https://oj.example.org'), 'es'), ['?run_alias=a%20b']);
  });
});
