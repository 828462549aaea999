import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { shippedReadme } from '../../../../tools/package/readme';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly default: unknown }>>;
    };
  };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const root = path.join(__dirname, '../../../..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest;
const words = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
const readme = read('README.md');

/** The cells of the table under a heading, without the table's own head. */
function table(heading: string): readonly (readonly string[])[] {
  const section = readme.split(/^## /m).find((it) => it.startsWith(`${heading}\n`));
  assert.ok(section, `the README has no section «${heading}»`);
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('the README', () => {
  it('names every command by its title and its identifier, and no other', () => {
    const known = manifest.contributes.commands.map(({ command, title }) => {
      const text = words[title.slice(1, -1)];
      assert.ok(text, title);
      return `${text} (\`${command}\`)`;
    });
    assert.deepEqual(
      table('Commands')
        .map(([first]) => first)
        .sort(),
      known.sort(),
    );
  });

  it('names every setting with its default, and no other', () => {
    const known = Object.entries(manifest.contributes.configuration.properties).map(
      ([name, setting]) => `\`${name}\`: ${shown(setting.default)}`,
    );
    const told = table('Settings').map(([name, , value]) => `${name}: ${value}`);
    assert.deepEqual(told.sort(), known.sort());
  });

  it('says why each package is there, and names no other', () => {
    const { dependencies, devDependencies } = manifest;
    // types belong to what they describe
    const known = Object.keys({ ...dependencies, ...devDependencies }).filter(
      (it) => !it.startsWith('@types/'),
    );
    const told = table('Why each package is there').flatMap(([names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    );
    assert.deepEqual(told.sort(), known.sort());
  });

  it('points at files and headings that are there', () => {
    for (const file of ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']) {
      for (const [, target = ''] of read(file).matchAll(/(?:\]\(|src="|srcset=")([^)"]+)/g)) {
        if (/^https?:/.test(target)) continue;
        const [name = '', heading] = target.split('#');
        assert.ok(fs.existsSync(path.join(root, name || file)), `${file}: ${target}`);
        if (heading !== undefined)
          assert.ok(headings(read(name || file)).includes(heading), `${file}: ${target}`);
      }
    }
  });

  it('ships without what only developers need, and without pictures and links that would lead nowhere', () => {
    const shipped = shippedReadme(readme, false);
    for (const title of ['Architecture', 'Try it']) assert.ok(!shipped.includes(`## ${title}`), title);
    for (const title of ['Commands', 'Settings', 'Privacy'])
      assert.ok(shipped.includes(`## ${title}`), title);
    assert.doesNotMatch(shipped, /!\[|<picture|<img|\]\((?!https:|#)/);
    assert.match(shippedReadme(readme, true), /!\[|<img/);
    assert.throws(() => shippedReadme('# Other', true), /no section «Try it»/);
  });
});

function shown(value: unknown): string {
  if (value === '') return '';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** As GitHub makes anchors of them. */
function headings(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
