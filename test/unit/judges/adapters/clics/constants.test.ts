import assert from 'node:assert/strict';
import {
  accountRequest,
  configurationRequest,
  languagesRequest,
  problemsRequest,
} from '../../../../../src/judges/adapters/clics/constants';
import { contestRequest } from '../../../../../src/judges/adapters/clics/contest';
import type { OutgoingRequest } from '../../../../../src/judges/http/judgeHttp';
import { answer, now } from '../answers';

const minutes = 60_000;
const at = (offset: number) => new Date(now + offset).toISOString();
const keptFor = ({ keptFor: duration }: OutgoingRequest, body: unknown, status = 200, date?: string) =>
  duration?.({ ...answer(body, status), receivedAt: now, ...(date === undefined ? {} : { date }) });

describe('The constants of a CLICS contest', () => {
  it('are reused while the session lasts', () => {
    assert.equal(keptFor(languagesRequest('c'), [{ id: 'cpp' }]), Infinity);
    assert.equal(keptFor(accountRequest('https://x.org/api', 'c'), { username: 'a' }), Infinity);
    assert.equal(keptFor(configurationRequest(), { show_compile: 2 }), 60 * minutes);
  });

  it('don’t contain an empty list, a refusal, or a page', () => {
    assert.equal(keptFor(problemsRequest('c'), []), 0);
    assert.equal(keptFor(problemsRequest('c'), [{ id: '1' }]), 30 * minutes);
    assert.equal(keptFor(languagesRequest('c'), [], 200), 0);
    assert.equal(keptFor(contestRequest('c'), { code: 404, message: 'x' }, 404), 0);
    assert.equal(keptFor(configurationRequest(), 'x'), 0);
  });

  it('contain the contest until it begins or ends, by the judge’s clock', () => {
    const contest = (start: number, end: number) => ({ start_time: at(start), end_time: at(end) });
    assert.equal(keptFor(contestRequest('c'), contest(-minutes, 60 * minutes)), 10 * minutes);
    assert.equal(keptFor(contestRequest('c'), contest(2 * minutes, 60 * minutes)), 2 * minutes);
    assert.equal(keptFor(contestRequest('c'), contest(-60 * minutes, minutes)), minutes);
    assert.equal(keptFor(contestRequest('c'), contest(-60 * minutes, -minutes)), 10 * minutes);
    assert.equal(
      keptFor(contestRequest('c'), contest(-60 * minutes, 3 * minutes), 200, at(minutes)),
      2 * minutes,
    );
    assert.equal(keptFor(contestRequest('c'), { start_time: null }), 10 * minutes);
  });
});
