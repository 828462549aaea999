import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, it } from 'mocha';
import type { Lab } from '../soak/lab';
import { startService, type JudgedService } from '../soak/services';
import { ServiceWatch } from '../soak/serviceWatch';

describe('The duplicate request check in a fault run', () => {
  let service: JudgedService;
  let watch: ServiceWatch;
  const endings: (() => void)[] = [];

  before(async () => {
    service = await startService('ejudge', 1, []);
  });
  after(() => service.stop());
  afterEach(() => endings.splice(0).forEach((end) => end()));

  it('counts two concurrent requests for one run', async () => {
    await requestTwiceAtOnce('?action=run-status-json&contest_id=7&run_id=1');
    assert.equal(watch.of(service).twiceAtOnce.length, 1);
  });

  it('counts two concurrent requests for the list of all runs', async () => {
    await requestTwiceAtOnce('?action=list-runs-json&contest_id=7');
    assert.equal(watch.of(service).twiceAtOnce.length, 1);
  });

  it('ignores two concurrent contest requests, which polls of two finished runs send', async () => {
    await requestTwiceAtOnce('?action=contest-status-json&contest_id=7');
    assert.deepEqual(watch.of(service).twiceAtOnce, []);
    assert.equal(watch.of(service).asks, 2);
  });

  /** Sends the second request while the service holds the response to the first. */
  async function requestTwiceAtOnce(query: string): Promise<void> {
    const { httpServer } = service.standIn;
    watch = new ServiceWatch({ services: [service], server: { pid: process.pid } } as unknown as Lab);
    endings.push(service.standIn.misbehave({ what: { kind: 'delay', ms: 60_000 } }));
    const { port } = httpServer.address() as AddressInfo;
    const arrivals = new Promise<void>((resolve) => {
      let count = 0;
      httpServer.on('request', () => {
        count += 1;
        if (count === 2) resolve();
      });
    });
    const path = `/cgi-bin/new-client${query}`;
    const headers = { authorization: `Bearer AQAA${service.secret ?? ''}` };
    const requests = [1, 2].map(() =>
      http.get({ port, path, headers, agent: false }).on('error', () => undefined),
    );
    endings.push(() => requests.forEach((request) => request.destroy()));
    await arrivals;
  }
});
