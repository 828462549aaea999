import '../../../support/vscodeWords';
import assert from 'node:assert/strict';
import type { Extension } from '../../../../../src/editor/extension';
import {
  checkWithoutCredentials,
  isOpen,
  isSameCheck,
} from '../../../../../src/editor/judges/judgeTest/openCheck';
import type { Judge } from '../../../../../src/judges';
import { judgeNamed } from '../../../../../src/judges/adapters';
import { answering, type Answering } from '../../../judges/answering';
import { clientAt } from '../../../judges/clients';
import { standIn } from '../../../support/standIn';

describe('The check without credentials', () => {
  let site: Answering;
  before(async () => {
    site = await answering(({ url = '' }, response) => {
      const isClosed = url === '/me' || url.startsWith('/closed');
      response.writeHead(isClosed ? 401 : url.startsWith('/x/') ? 404 : 200, {
        'content-type': 'application/json',
      });
      response.end(JSON.stringify(url === '/profile' ? { user: null } : { message: 'hello' }));
    });
  });
  after(() => site.close());

  const extension = standIn<Extension>({
    judges: { clientWith: async (judge: Judge) => clientAt(judge) },
  });
  const service = (fields: object): Judge => {
    const described = {
      type: 'json',
      url: site.origin,
      authentication: 'bearer',
      result: { path: '/closed/{id}', fields: { status: 'status' } },
      ...fields,
    };
    const read = judgeNamed('mine', { mine: described });
    assert.ok(read.ok, JSON.stringify(read));
    return read.judge;
  };
  const opens = async (fields: object) => {
    const judge = service(fields);
    return isOpen(judge, await checkWithoutCredentials(extension, judge));
  };

  it('reports that wrong credentials are accepted', async () => {
    assert.equal(await opens({ check: { path: '/list' } }), true);
    // By default, the check requests an unknown result, which this service allows for anybody.
    assert.equal(await opens({ result: { path: '/x/{id}', fields: { status: 'status' } } }), true);
  });

  it('has no finding if the endpoint requires credentials or returns the account', async () => {
    assert.equal(await opens({ check: { path: '/me' } }), false);
    assert.equal(await opens({}), false);
    assert.equal(await opens({ check: { path: '/profile', account: 'user.name' } }), false);
  });

  it('isn’t sent to a judge without authentication', async () => {
    const judge = service({ authentication: 'none' });
    assert.equal((await checkWithoutCredentials(extension, judge)).kind, 'notNeeded');
  });

  it('needs no new response if only the account’s path changes', async () => {
    const before = await checkWithoutCredentials(extension, service({ check: { path: '/profile' } }));
    const after = service({ check: { path: '/profile', account: 'user.name' } });
    assert.equal(await isSameCheck(after, before), true);
    assert.equal(await isSameCheck(service({ check: { path: '/other' } }), before), false);
    assert.deepEqual(
      [await isOpen(service({ check: { path: '/profile' } }), before), await isOpen(after, before)],
      [true, false],
    );
  });
});
