import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { readLanguageSettings } from '../../../src/local/languageSettings';
import { Toolchains } from '../../../src/local/toolchains';
import { localFolder, writeTool } from './localFolder';

const folder = localFolder();

/** Finds tools only in the folder `bin` of the test. Scripts run with the Node of this process. */
function toolchains(): Toolchains {
  return new Toolchains({ PATH: path.join(folder(), 'bin') }, path.join(folder(), 'private'));
}

describe('Toolchains', function () {
  before(function () {
    if (process.platform === 'win32') this.skip(); // scripts aren't executable
  });

  it('checks a tool again after it has failed, but not after it has succeeded', async () => {
    const settings = readLanguageSettings(undefined);
    const python = path.join(folder(), 'bin', 'python3');
    const here = toolchains();
    await writeTool(python, 'process.exit(1)');
    assert.equal((await here.choose('python', settings)).kind, 'notInstalled');
    await writeTool(python, `require('node:fs').appendFileSync(__dirname + '/calls', 'x')`);
    assert.equal((await here.choose('python', settings)).kind, 'installed');
    assert.equal((await here.choose('python', settings)).kind, 'installed');
    assert.equal(await fs.readFile(path.join(folder(), 'bin', 'calls'), 'utf8'), 'x');
  });
});
