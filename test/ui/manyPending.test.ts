import assert from 'node:assert/strict';
import { chanceFrom } from '../../tools/service/misbehaviour';
import { eventually } from '../../tools/workbench/eventually';
import { randomCourse } from '../soak/judgings';
import { Lab } from '../soak/lab';
import { ServiceWatch } from '../soak/serviceWatch';
import { lostOf, mixedOf, untilEnded, untilTaken } from '../soak/waiting';
import { FaultWindow } from '../soak/window';
import { packagedExtension } from './support/vsix';

const seed = 60;
const COUNT = 60;
/** How many requests the first extension host polls before it is killed. */
const POLLED_FIRST = 20;
/** For a machine under load, ms. */
const LIMIT = 300_000;

describe('60 pending requests', function () {
  this.timeout(LIMIT);
  let lab: Lab;

  before(async () => {
    lab = await Lab.start({ vsix: packagedExtension(), seed });
  });
  after(() => lab.stop());

  it('all finish after a kill and a reload during polling, and are never polled twice at once', async () => {
    const [service = assert.fail()] = lab.services;
    const { standIn } = service;
    const watch = new ServiceWatch(lab);
    const window = await FaultWindow.open(lab, await lab.folder());
    // Only polls can bring the results. The delay keeps some of them in flight.
    standIn.misbehave({ what: { kind: 'losePush' } });
    const endUnfinished = standIn.misbehave({ what: { kind: 'status', status: 204 } });
    const endDelay = standIn.misbehave({ what: { kind: 'delay', ms: 300 } });
    const random = chanceFrom(seed);
    const judgings = Array.from({ length: COUNT }, (_, at) => service.begin(randomCourse(random, 1, at + 1)));
    await Promise.all(judgings.map((judging) => window.track(judging)));
    await untilTaken(window);

    const untilPolling = () =>
      eventually(() => {
        const polled = watch.requestsBy(window.pid);
        assert.ok(polled >= POLLED_FIRST, `polled ${polled}`);
      }, LIMIT);
    await untilPolling();
    await window.kill();
    await untilPolling();
    await window.reload();
    await untilPolling();
    endUnfinished();
    endDelay();
    await window.reload();

    const ended = await untilEnded(lab, [window], judgings, () => undefined);
    assert.deepEqual(lostOf(judgings, ended), []);
    assert.deepEqual(mixedOf(judgings, ended, service.id), []);
    assert.deepEqual([ended.records.size, ended.pending], [COUNT, 0]);
    assert.deepEqual(watch.of(service).twiceAtOnce, []);
  });
});
