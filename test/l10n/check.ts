/**
 * Every word a person reads goes through l10n, in English and 简体中文:
 *   npm run l10n            fails on a missing, unused or differently placed key, and on a sentence outside l10n
 *   npm run l10n -- --write brings l10n/bundle.l10n.json up to date and sorts the Chinese one
 */
import fs from 'node:fs';
import path from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import ts from 'typescript';

type Bundle = Record<string, string>;

const root = path.join(__dirname, '..', '..');
const file = {
  english: path.join(root, 'l10n', 'bundle.l10n.json'),
  chinese: path.join(root, 'l10n', 'bundle.l10n.zh-cn.json'),
  manifest: path.join(root, 'package.json'),
  manifestEnglish: path.join(root, 'package.nls.json'),
  manifestChinese: path.join(root, 'package.nls.zh-cn.json'),
};
const problems: string[] = [];

async function main(): Promise<void> {
  const sources = sourceFiles(path.join(root, 'src'));
  const used = await sentencesIn(sources);
  if (process.argv.includes('--write')) write(used);
  checkBundle(used);
  checkManifest();
  for (const source of sources) checkHardCoded(source);

  if (problems.length > 0) {
    console.error(problems.join('\n'));
    console.error(
      `\nl10n: ${problems.length} problem(s). "npm run l10n -- --write" updates the English bundle.`,
    );
    process.exit(1);
  }
  console.log(`l10n: ${Object.keys(used).length} sentences, all of them in English and Chinese`);
}

async function sentencesIn(sources: readonly string[]): Promise<Bundle> {
  const found = await getL10nJson(
    sources.map((name) => ({ extension: '.ts', contents: fs.readFileSync(name, 'utf8') })),
  );
  const bundle: Bundle = {};
  for (const [key, value] of Object.entries(found)) {
    bundle[key] = typeof value === 'string' ? value : value.message;
  }
  return bundle;
}

function checkBundle(used: Bundle): void {
  const english = read(file.english);
  const chinese = read(file.chinese);
  for (const key of Object.keys(used)) {
    if (!(key in english)) problems.push(`l10n/bundle.l10n.json misses: ${key}`);
    if (!(key in chinese)) problems.push(`l10n/bundle.l10n.zh-cn.json misses: ${key}`);
  }
  for (const key of Object.keys(english)) {
    if (!(key in used)) problems.push(`l10n/bundle.l10n.json has an unused sentence: ${key}`);
  }
  for (const [key, value] of Object.entries(chinese)) {
    if (!(key in used)) problems.push(`l10n/bundle.l10n.zh-cn.json has an unused sentence: ${key}`);
    comparePlaceholders(key, used[key] ?? key, value);
  }
}

function checkManifest(): void {
  const english = read(file.manifestEnglish);
  const chinese = read(file.manifestChinese);
  const used = new Set(
    [...fs.readFileSync(file.manifest, 'utf8').matchAll(/"%([^%"]+)%"/g)].map((match) => match[1] ?? ''),
  );
  for (const key of used) {
    if (!(key in english)) problems.push(`package.nls.json misses: ${key}`);
    if (!(key in chinese)) problems.push(`package.nls.zh-cn.json misses: ${key}`);
  }
  for (const key of Object.keys(english)) {
    if (!used.has(key)) problems.push(`package.nls.json has an unused key: ${key}`);
  }
  for (const [key, value] of Object.entries(chinese)) {
    if (!used.has(key)) problems.push(`package.nls.zh-cn.json has an unused key: ${key}`);
    comparePlaceholders(key, english[key] ?? '', value);
  }
}

/** The same placeholders, commands and settings have to be in both languages. */
function comparePlaceholders(key: string, english: string, chinese: string): void {
  const marks = (text: string): string =>
    [...text.matchAll(/\{\d+\}|\(command:[^)]+\)|`#[^`]+#`/g)]
      .map((match) => match[0])
      .sort()
      .join(' ');
  if (marks(english) !== marks(chinese)) {
    problems.push(`the placeholders of the two languages differ: ${key}`);
  }
}

/** A string of three or more words that no `l10n.t` is around is a sentence that can't be translated. */
function checkHardCoded(name: string): void {
  if (!name.includes(`${path.sep}editor${path.sep}`) && !name.endsWith('extension.ts')) return;
  if (name.endsWith(`assistant${path.sep}recordText.ts`)) return; // a language model reads that, in English
  const source = ts.createSourceFile(name, fs.readFileSync(name, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      /(^|\.)(l10n\.t|log\.\w+|(trace|debug|info|warn|error))$/.test(node.expression.getText())
    ) {
      node.arguments.filter((argument) => !isText(argument)).forEach(visit);
      return;
    }
    if (
      ts.isImportDeclaration(node) ||
      (ts.isNewExpression(node) && /Error$/.test(node.expression.getText()))
    )
      return;
    if (
      isText(node) &&
      /\p{L}{2,}[^\p{L}<>{};=]* [^\p{L}<>{};=]*\p{L}+[^\p{L}<>{};=]* [^\p{L}<>{};=]*\p{L}{2,}/u.test(
        textOf(node),
      ) &&
      /^\p{Lu}|[.!?…]$/u.test(textOf(node).trim())
    ) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      problems.push(
        `${path.relative(root, name)}:${line + 1}: a sentence outside l10n: ${textOf(node).slice(0, 80)}`,
      );
    }
    node.forEachChild(visit);
  };
  visit(source);
}

function isText(node: ts.Node): boolean {
  return (
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)
  );
}

function textOf(node: ts.Node): string {
  return node.getText().slice(1, -1);
}

function write(used: Bundle): void {
  const chinese = read(file.chinese);
  save(file.english, used);
  save(file.chinese, Object.fromEntries(Object.entries(chinese).filter(([key]) => key in used)));
}

function save(name: string, bundle: Bundle): void {
  const sorted = Object.fromEntries(Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1)));
  fs.writeFileSync(name, `${JSON.stringify(sorted, null, 2)}\n`);
}

function read(name: string): Bundle {
  return fs.existsSync(name) ? (JSON.parse(fs.readFileSync(name, 'utf8')) as Bundle) : {};
}

function sourceFiles(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(folder, name));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
