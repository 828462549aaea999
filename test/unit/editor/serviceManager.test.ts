import { contexts, settings, speak } from '../support/vscodeWords';
import assert from 'node:assert/strict';
import { ServiceManager } from '../../../src/editor/serviceManager';
import { hydroSite } from '../../support/profiles';
import { failureOf } from '../service/clients';
import { SecretsOfMachine } from './secretStorage';

describe('what the menus know of the service', () => {
  beforeEach(() => speak('en'));
  afterEach(() => {
    delete settings.service;
    delete settings.services;
  });

  it('is the choice of now, also where an earlier look takes longer', async () => {
    let answer: () => void = () => undefined;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const secrets = {
      ...new SecretsOfMachine().window(),
      get: () => {
        begin();
        return new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
      },
    };
    const nowhere = { isBrowser: false, store: assert.fail, leases: assert.fail, onSightings: assert.fail };
    const services = new ServiceManager(
      { secrets } as never,
      assert.fail,
      assert.fail,
      assert.fail,
      assert.fail,
      nowhere,
    );
    settings.services = {
      mine: { type: 'judge', url: 'https://judge.example', authentication: { scheme: 'bearer' } },
    };
    settings.service = 'mine';
    const first = services.updateContext();
    await begun;
    settings.service = null;
    await services.updateContext();
    assert.equal(contexts.get('judgeResults.service'), 'none');
    answer();
    await first;
    assert.equal(contexts.get('judgeResults.service'), 'none');
    services.dispose();
  });

  it('in a browser asks no service that refuses web pages', async () => {
    const context = { secrets: new SecretsOfMachine().window() };
    const nowhere = { isBrowser: true, store: assert.fail, leases: assert.fail, onSightings: assert.fail };
    const services = new ServiceManager(
      context as never,
      assert.fail,
      assert.fail,
      assert.fail,
      assert.fail,
      nowhere,
    );
    const { failure, sent } = await failureOf(services.client(hydroSite('https://oj.school.edu')));
    assert.deepEqual([failure.kind, sent], ['browser', 'no']);
    services.dispose();
  });
});
