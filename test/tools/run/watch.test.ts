import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { endGroup, spawnGroup } from '../../../tools/processGroup';
import { root } from '../../../tools/root';

/** Makes tsc poll its files as esbuild does: the system reports changes late or never if many files are watched. */
const looking = { TSC_WATCHFILE: 'PriorityPollingInterval' };

describe('npm run watch', function () {
  this.timeout(300_000);
  let folder: string;
  let child: ChildProcess;
  let output = '';
  const printed = new EventEmitter();

  before(() => {
    // A similar project, because other tests use the build of this one.
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watch-'));
    for (const file of ['esbuild.js', 'tsconfig.json', 'package.json', 'src/resultPage/tsconfig.json']) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.copyFileSync(path.join(root, file), path.join(folder, file));
    }
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
    for (const file of ['src/extension.ts', 'src/editor/web/index.ts', 'src/resultPage/page.ts'])
      write(file, 'export {};\n');
    write('src/resultPage/page.css', '');
    child = spawnGroup(process.execPath, ['esbuild.js', '--watch'], {
      cwd: folder,
      // Without this, tsc would color text that a problem matcher reads.
      env: { ...process.env, ...looking, FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        printed.emit('more');
      });
    child.once('exit', () => printed.emit('more'));
  });

  after(async () => {
    const closed = once(child, 'close'); // After tsc, which writes to the same pipes, has ended too.
    endGroup(child);
    await closed;
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('reports new and fixed type errors in the extension and the record page', async () => {
    await said(/Found 0 errors\. Watching for file changes\./);
    await saved(
      'src/extension.ts',
      'export const wrong: number = "text";\n',
      /src\/extension\.ts\(1,14\): error TS2322: /,
    );
    await saved('src/extension.ts', 'export {};\n', /Found 0 errors\. Watching/);
    await saved(
      'src/resultPage/page.ts',
      'export const wrong: number = document.title;\n',
      /src\/resultPage\/page\.ts\(1,14\): error TS2322: /,
    );
    await saved('src/resultPage/page.ts', 'export {};\n', /Found 0 errors\. Watching/);
  });

  it('reports modules that can’t be bundled', async () => {
    await saved(
      'src/extension.ts',
      'import "./nowhere";\n',
      /✘ \[ERROR\] Could not resolve "\.\/nowhere"\n +src\/extension\.ts:1:7:\n/,
    );
  });

  it('puts all startup code into one file, as other builds do', async () => {
    const parts = ['one', 'two'];
    for (const part of parts) {
      write(`src/${part}.ts`, `export const ${part} = ['${part}'];\n`);
      write(`src/with${part}.ts`, `import { ${part} } from './${part}';\nconsole.log(${part});\n`);
    }
    await saved(
      'src/extension.ts',
      [
        ...parts.map((part) => `import { ${part} } from './${part}';`),
        `console.log(${parts.join(', ')});`,
        ...parts.map((part) => `void import('./with${part}');`),
      ].join('\n'),
      /\[watch\] build finished/,
    );
    const filesWith = (part: string) => builtFiles().filter(({ text }) => text.includes(`["${part}"]`));
    // builds for a computer and a browser can end at different times
    while (parts.some((part) => filesWith(part).length === 0)) await once(printed, 'more');
    const start = parts.flatMap(filesWith).map(({ file }) => file);
    assert.equal(new Set(start).size, 1, start.join(', '));
  });

  /**
   * Saves a file repeatedly until the expected output appears: tsc prints its report before it has first checked the file.
   * The intervals grow, because tsc would never report if the file changed faster than it builds.
   */
  async function saved(file: string, text: string, answer: RegExp): Promise<void> {
    let again: NodeJS.Timeout | undefined;
    const save = (pause: number) => {
      write(file, text);
      again = setTimeout(() => save(2 * pause), pause);
    };
    save(500);
    await said(answer).finally(() => clearTimeout(again));
  }

  /** The built files of the extension for a computer. */
  function builtFiles(): readonly { readonly file: string; readonly text: string }[] {
    return fs
      .readdirSync(path.join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.mjs'))
      .map((file) => ({ file, text: fs.readFileSync(path.join(folder, 'dist', file), 'utf8') }));
  }

  function write(file: string, text: string): void {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }

  /** Waits for a text in the output since the last call. */
  async function said(text: RegExp): Promise<void> {
    for (;;) {
      const found = text.exec(output);
      if (found) {
        output = output.slice(found.index + found[0].length);
        return;
      }
      assert.deepEqual([child.exitCode, child.signalCode], [null, null], output);
      await once(printed, 'more');
    }
  }
});
