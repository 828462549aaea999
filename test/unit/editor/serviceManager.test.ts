import { contexts, settings, speak } from '../support/vscodeWords';
import assert from 'node:assert/strict';
import { ServiceManager } from '../../../src/editor/serviceManager';
import { SecretsOfMachine } from './secretStorage';

describe('what the menus know of the service', () => {
  beforeEach(() => speak('en'));
  afterEach(() => {
    delete settings.service;
    delete settings.baseUrl;
  });

  it('is the choice of now, also where an earlier look takes longer', async () => {
    let remembered: () => void = () => undefined;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const globalState = {
      get: (_name: string, none: unknown) => none,
      update: () => {
        begin();
        return new Promise<void>((resolve) => (remembered = resolve));
      },
    };
    const context = { secrets: new SecretsOfMachine().window(), globalState };
    const services = new ServiceManager(context as never, assert.fail, assert.fail, assert.fail, assert.fail);
    settings.service = 'custom';
    settings.baseUrl = 'https://judge.example';
    const first = services.updateContext();
    await begun;
    settings.service = null;
    await services.updateContext();
    assert.equal(contexts.get('judgeResults.service'), 'none');
    remembered();
    await first;
    assert.equal(contexts.get('judgeResults.service'), 'none');
    services.dispose();
  });
});
