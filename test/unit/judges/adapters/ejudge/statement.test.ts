import assert from 'node:assert/strict';
import { fetchStatement } from '../../../../../src/judges/adapters/ejudge/statement';
import { pathsOf } from '../../../../../src/judges/adapters/ejudge/addresses';
import { judgeFrom, playedClient } from '../../../../support/playedJudge';

const judge = judgeFrom({ type: 'ejudge', url: 'https://ejudge.example.org/ej/client', contest: '7' });
const contest = { contest: { is_started: true }, problems: [{ id: 1, short_name: 'A', long_name: 'Sum' }] };

async function shown(html: string): Promise<string> {
  const reply = ({ path }: { readonly path: string }) => ({
    status: 200,
    contentType: 'application/json',
    text: path.includes('contest-status-json') ? JSON.stringify({ ok: true, result: contest }) : html,
  });
  const client = playedClient(judge, reply, Date.now);
  const { texts } = await client.ask((http) => fetchStatement(http, pathsOf('7'), 'A'));
  return texts[''] ?? '';
}

describe('A statement at ejudge', () => {
  it('has blank lines only around and inside of <pre>', async () => {
    assert.equal(
      await shown('<p>One\n\n    two</p>\n\n<PRE class="x">1\n\n  2</PRE><p>three</p>'),
      '<p>One\ntwo</p>\n\n<PRE class="x">1\n\n  2</PRE>\n\n<p>three</p>',
    );
    assert.equal(await shown('<pre>never closed\n\n'), '<pre>never closed\n\n');
    assert.equal(await shown('İ\n\n<pre>x</pre>'), 'İ\n\n<pre>x</pre>');
  });

  it('is read in linear time', async () => {
    assert.ok((await shown('<pre>'.repeat(200_000))).length <= 1_000_000);
    assert.ok((await shown('<pre></pre>'.repeat(90_000))).length > 0);
  });
});
