import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { headlessRunsHere, startServer } from '../../../tools/host/index';
import { Cleanups } from '../../../tools/start/cleanups';
import { takePicture } from '../../../tools/start/picture';

// Other machines have no headless host.
if (headlessRunsHere())
  describe('npm start -- --screenshot', function () {
    this.timeout(180_000);

    it('saves a screenshot and the server’s last output if no window opens', async () => {
      const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'picture-'));
      const file = path.join(folder, 'new', 'window.png');
      const cleanups = new Cleanups();
      try {
        const server = await startServer();
        await server.stop();
        const address = `http://${server.authority}/`;
        const taken = takePicture({ server, address, folder, file, submitted: [], cleanups });
        await assert.rejects(taken, /ERR_CONNECTION_REFUSED/);
        assert.equal((await fs.readFile(file)).subarray(1, 4).toString('latin1'), 'PNG');
        assert.match(await fs.readFile(`${file}.log`, 'utf8'), /Extension host agent/);
      } finally {
        await cleanups.run();
        await fs.rm(folder, { recursive: true });
      }
    });
  });
