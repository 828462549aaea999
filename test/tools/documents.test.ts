import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { currentJudgeDocument, JUDGE_DOCUMENTS } from '../../tools/docs/judgeTables';
import { styleProblems } from '../../tools/l10n/style';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  };
}
/** Translated strings by key. */
type Strings = Readonly<Record<string, string>>;

interface IssueForm {
  readonly body: readonly {
    readonly id?: string;
    readonly attributes: { readonly options?: readonly string[] };
  }[];
}

/** Files in documents that don't belong to the repository. Commands create those in `dist` and `out`. */
const otherFiles = new Set([
  // A copy of `src/api.ts` in another extension.
  'judge-results.d.ts',
  // The description of a judge for other people.
  'judge-results.json',
  // Part of an installed VS Code server.
  'lib/vscode/npm-shrinkwrap.json',
]);

const root = path.join(__dirname, '../..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
/** Paths of all files below a folder; empty if it doesn't exist. */
function filesBelow(folder: string): readonly string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

const documents = [
  'README.md',
  ...fs.readdirSync(root).filter((name) => /^README\.[\w-]+\.md$/.test(name)),
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...filesBelow('docs'),
  ...filesBelow('.github').filter((file) => file.endsWith('.md')),
  'test/fixtures/compiler/README.md',
];
/** Files that describe earlier releases aren't compared with the current project. */
const current = documents.filter((file) => file !== 'CHANGELOG.md');

/** The visible text: without code, link targets, and HTML tags. */
function proseOf(markdown: string): string {
  return markdown
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/`[^`]*`/g, 'x')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/<[^>]*>/g, '');
}

/** Returns VS Code's ID of a document's language: `zh-cn` for `README.zh-cn.md` and `docs/zh-cn/faq.md`. */
function languageOf(file: string): string {
  return /^README\.([\w-]+)\.md$|^docs\/(zh-cn)\//.exec(file)?.slice(1).find(Boolean) ?? 'en';
}

describe('The documents', () => {
  it('contain text below each heading', () => {
    for (const file of documents) {
      // After a release, the section of unreleased changes is empty.
      const text = read(file).replace('## [Unreleased]\n\n', '');
      assert.match(text, /^# \S.*\n\n\S/m, file);
      assert.doesNotMatch(text, /^(#+) .*\s+(?:\1 |$(?![^]))/m, file);
    }
  });

  it('use the terms shown in the UI', () => {
    for (const file of documents) {
      for (const line of proseOf(read(file)).split('\n')) {
        // Quoted messages come from judges.
        if (!line.startsWith('>'))
          assert.deepEqual(styleProblems(line, languageOf(file)), [], `${file}: ${line}`);
      }
    }
  });

  it('link to existing files and headings', () => {
    for (const file of documents) {
      for (const [, target = ''] of read(file).matchAll(/(?:\]\(|src="|srcset=")([^)"]+)/g)) {
        if (/^(?:https?|vscode):/.test(target)) continue;
        const [name = '', heading] = target.split('#');
        const to = name === '' ? file : path.join(path.dirname(file), name);
        assert.ok(fs.existsSync(path.join(root, to)), `${file}: ${target}`);
        if (heading !== undefined) assert.ok(headings(read(to)).includes(heading), `${file}: ${target}`);
      }
    }
  });

  it('mention only existing project folders', () => {
    for (const file of current) {
      for (const [, name = ''] of read(file).matchAll(/`((?:src|test|tools|docs|l10n|media)\/[\w./-]+)`/g))
        assert.ok(fs.existsSync(path.join(root, name)), `${file}: ${name}`);
    }
  });

  it('mention only existing project files', () => {
    const rootFiles = fs.readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
    const folders = ['src', 'test', 'tools', 'docs', 'l10n', '.github', '.vscode'];
    const files = [...rootFiles.map(({ name }) => name), ...folders.flatMap(filesBelow)];
    for (const file of current) {
      for (const [, name = ''] of read(file).matchAll(/`([\w./-]+\.(?:ts|mjs|js|json|md|yml))`/g)) {
        if (otherFiles.has(name) || /^(?:dist|out)\//.test(name)) continue;
        const exists = files.some((one) => one === name || one.endsWith(`/${name}`));
        assert.ok(exists, `${file}: ${name}`);
      }
    }
  });

  it('mention only existing commands and settings, in the language of the document', () => {
    const { contributes } = JSON.parse(read('package.json')) as Manifest;
    const ids = new Set([
      ...contributes.commands.map(({ command }) => command),
      ...Object.keys(contributes.configuration.properties),
    ]);
    for (const file of current) {
      const language = languageOf(file);
      const strings = JSON.parse(
        read(language === 'en' ? 'package.nls.json' : `package.nls.${language}.json`),
      ) as Strings;
      const titles = contributes.commands.map(({ title }) => strings[title.slice(1, -1)]);
      const category = strings['command.category'] ?? '';
      for (const [, title = ''] of read(file).matchAll(new RegExp(`\\*\\*${category}:\\s([^*]+)\\*\\*`, 'g')))
        assert.ok(titles.includes(title.replaceAll('\n', ' ')), `${file}: ${title}`);
      for (const [, id = ''] of read(file).matchAll(/`(judgeResults\.[\w.]+)`/g))
        assert.ok(ids.has(id), `${file}: ${id}`);
    }
  });

  it('include a bug report form that asks for judge, version, and log', () => {
    const form = parse(read('.github/ISSUE_TEMPLATE/bug.yml')) as IssueForm;
    const byId = new Map(form.body.map((field) => [field.id, field.attributes]));
    for (const id of ['judge', 'version', 'log']) assert.ok(byId.has(id), id);
  });

  for (const file of JUDGE_DOCUMENTS) {
    it(`have current tables and lists of judges in ${file} (npm run docs writes them)`, async () => {
      assert.equal(read(file), await currentJudgeDocument(file));
    });
  }

  it('list existing tests for each tracking guarantee', () => {
    const [guarantees = ''] = read('docs/tracking.md').split('## Traps');
    const [, ...entries] = guarantees.split(/^- (?=\*\*\d+\*\*)/m);
    assert.ok(entries.length > 60);
    for (const entry of entries) {
      const [text = ''] = entry.split('\n\n');
      const [tests = ''] = /(?:`[^`]+`(?:,\s+)?)+$/.exec(text.trim()) ?? [];
      assert.notEqual(tests, '', text);
      for (const [, name = ''] of tests.matchAll(/`([^`]+)`/g)) {
        const [file = '', titles = ''] = name.split(': ');
        const code = read(testFile(file)).replaceAll('\n', ' ');
        for (const title of titles.split(' / ')) assert.ok(code.includes(title), name);
      }
    }
  });

  it('explain every package in use, and no other', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Manifest;
    // Type packages belong to the packages that they describe.
    const known = Object.keys({ ...dependencies, ...devDependencies }).filter(
      (it) => !it.startsWith('@types/'),
    );
    const section = read('CONTRIBUTING.md')
      .split(/^## /m)
      .find((it) => it.startsWith('Packages\n'));
    const told = [...(section ?? '').matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    );
    assert.deepEqual(told.sort(), known.sort());
  });
});

/** Returns the file of a test in docs/tracking.md. */
function testFile(name: string): string {
  if (name === 'soak') return 'test/soak/report.ts';
  if (/^(?:ui|integration)\//.test(name)) return `test/${name}.test.ts`;
  if (name.startsWith('pending/')) return `test/unit/editor/${name}.test.ts`;
  return name.includes('/') ? `test/unit/${name}.test.ts` : `test/unit/tracking/${name}.test.ts`;
}

/** Returns the anchors that GitHub creates for the headings. */
function headings(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
