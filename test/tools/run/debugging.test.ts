import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../../tools/root';

const read = (file: string): unknown => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));

interface Launch {
  readonly configurations: readonly { readonly name: string; readonly args: readonly string[] }[];
}

/** Arguments of a launch configuration that are neither options nor their values. */
function filesOf(configuration: string): readonly string[] {
  const { configurations } = read('.vscode/launch.json') as Launch;
  const { args } = configurations.find(({ name }) => name === configuration) ?? assert.fail();
  return args.filter((arg, at) => !arg.startsWith('--') && !args[at - 1]?.startsWith('--'));
}

describe('The launch configuration', () => {
  it('“Unit Tests” runs what npm run test:unit runs', () => {
    const { scripts } = read('package.json') as { readonly scripts: Readonly<Record<string, string>> };
    const [, pattern] = /^mocha "([^"]+)"$/.exec(scripts['test:unit'] ?? '') ?? [];
    assert.deepEqual(filesOf('Unit Tests'), [pattern]);
  });

  it('“Unit Tests in Active File” runs the file in the editor', () => {
    assert.deepEqual(filesOf('Unit Tests in Active File'), ['${relativeFile}']);
  });

  it('doesn’t start mocha without files, because mocha’s default folder contains no tests', () => {
    const names = fs.readdirSync(path.join(root, 'test'));
    assert.deepEqual(
      names.filter((name) => /\.[cm]?js$/.test(name)),
      [],
    );
  });
});
