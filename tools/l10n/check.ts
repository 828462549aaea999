/**
 * Checks all text that users see, in English, 简体中文, and each other language that has a file here:
 *   npm run l10n              fails on unused or inconsistent keys, on text outside of l10n, and on text that doesn't
 *                             follow VS Code's style (style.ts). Lists missing translations.
 *   npm run l10n -- --release also fails on missing translations
 *   npm run l10n -- --write   sorts the texts of each language and removes unused ones
 * The keys are the English texts in the code, so English has no file. VS Code shows a missing translation in English.
 */
import fs from 'node:fs';
import path from 'node:path';
import { names, wordsOutsideL10n } from './hardCoded';
import { wordsOutsideNls } from './manifest';
import { closingLine, type Problem } from './problem';
import { sentencesIn } from './sentences';
import { isTitleCase, styleProblems } from './style';
import { translationProblems } from './translation';

type Bundle = Record<string, string>;

const root = path.join(__dirname, '..', '..');
const file = {
  manifest: path.join(root, 'package.json'),
  manifestEnglish: path.join(root, 'package.nls.json'),
};
const bundleOf = (language: string): string => `l10n/bundle.l10n.${language}.json`;
const manifestWordsOf = (language: string): string => `package.nls.${language}.json`;
/** VS Code's language IDs. A language is included if it has at least one of the two files. */
const languages = new Set(['zh-cn']);
for (const name of [...fs.readdirSync(root), ...fs.readdirSync(path.join(root, 'l10n'))]) {
  const [, language] = /^(?:package\.nls|bundle\.l10n)\.([\w-]+)\.json$/.exec(name) ?? [];
  if (language !== undefined) languages.add(language);
}
const problems: Problem[] = [];
/** Missing translations, each as a line. */
const missing: string[] = [];
const isRelease = process.argv.includes('--release');
const byHand = (text: string): void => void problems.push({ text, isMendedByWrite: false });
const byWrite = (text: string): void => void problems.push({ text, isMendedByWrite: true });

function main(): void {
  const sources = sourceFiles(path.join(root, 'src'));
  const used = readSentences(sources);
  if (process.argv.includes('--write')) write(used);
  checkBundle(used);
  checkManifest();
  for (const source of sources) checkHardCoded(source);
  checkStyle(used);

  if (isRelease) missing.forEach(byHand);
  if (problems.length > 0) {
    console.error(problems.map(({ text }) => text).join('\n'));
    console.error(`\n${closingLine(problems)}`);
    process.exit(1);
  }
  const sentences = `l10n: ${Object.keys(used).length} sentences in ${['en', ...languages].join(', ')}`;
  if (missing.length === 0) console.log(`${sentences}, all of them translated`);
  else
    console.log(
      `${missing.join('\n')}\n${sentences}, ${missing.length} translations missing until the release`,
    );
}

/** Returns all texts of the code as a bundle. */
function readSentences(sources: readonly string[]): Bundle {
  const bundle: Bundle = {};
  for (const source of sources) {
    const { texts, unreadable } = sentencesIn(fs.readFileSync(source, 'utf8'));
    for (const text of texts) bundle[text] = text;
    for (const line of unreadable) byHand(`${nameOf(source)}:${line}: l10n.t needs a string literal`);
  }
  return bundle;
}

function checkBundle(used: Bundle): void {
  for (const language of languages) {
    const name = bundleOf(language);
    const translated = read(path.join(root, name));
    for (const key of Object.keys(used)) if (!(key in translated)) missing.push(`${name} misses: ${key}`);
    for (const [key, value] of Object.entries(translated)) {
      if (!(key in used)) byWrite(`${name} has an unused sentence: ${key}`);
      comparePlaceholders(name, key, used[key] ?? key, value);
      for (const problem of translationProblems(key, value, language)) byHand(`${name}: ${key}: ${problem}`);
    }
  }
}

function checkManifest(): void {
  for (const words of wordsOutsideNls(JSON.parse(fs.readFileSync(file.manifest, 'utf8')) as object, names)) {
    byHand(`package.json: words outside package.nls.json: ${words}`);
  }
  const english = read(file.manifestEnglish);
  const used = new Set(
    [...fs.readFileSync(file.manifest, 'utf8').matchAll(/"%([^%"]+)%"/g)].map((match) => match[1] ?? ''),
  );
  for (const key of used) {
    if (!(key in english)) byHand(`package.nls.json misses: ${key}`);
  }
  for (const key of Object.keys(english)) {
    if (!used.has(key)) byHand(`package.nls.json has an unused key: ${key}`);
  }
  for (const language of languages) {
    const name = manifestWordsOf(language);
    const translated = read(path.join(root, name));
    for (const key of used) if (!(key in translated)) missing.push(`${name} misses: ${key}`);
    for (const [key, value] of Object.entries(translated)) {
      if (!used.has(key)) byHand(`${name} has an unused key: ${key}`);
      comparePlaceholders(name, key, english[key] ?? '', value);
      for (const problem of translationProblems(english[key] ?? '', value, language))
        byHand(`${name}: ${key}: ${problem}`);
    }
  }
}

/** Checks the style of all text in every language, and the English titles of commands. */
function checkStyle(used: Bundle): void {
  checkStyleOf('package.nls.json', read(file.manifestEnglish), 'en');
  checkStyleOf('src', used, 'en');
  for (const language of languages) {
    for (const name of [manifestWordsOf(language), bundleOf(language)])
      checkStyleOf(name, read(path.join(root, name)), language);
  }
  const { contributes } = JSON.parse(fs.readFileSync(file.manifest, 'utf8')) as {
    readonly contributes: {
      readonly commands: readonly { readonly title: string }[];
      readonly languageModelTools: readonly { readonly name: string; readonly modelDescription: string }[];
    };
  };
  // language models read English, so these descriptions aren't in any language file
  for (const { name, modelDescription } of contributes.languageModelTools) {
    for (const problem of styleProblems(modelDescription)) byHand(`package.json: ${name}: ${problem}`);
  }
  const english = read(file.manifestEnglish);
  for (const { title } of contributes.commands) {
    const text = english[title.slice(1, -1)] ?? title;
    if (!isTitleCase(text)) byHand(`package.nls.json: ${title}: “${text}” isn’t in Title Case`);
  }
}

function checkStyleOf(name: string, bundle: Bundle, language: string): void {
  for (const [key, text] of Object.entries(bundle)) {
    for (const problem of styleProblems(text, language)) byHand(`${name}: ${key}: ${problem}`);
  }
}

/** Checks that a translation contains the same placeholders, commands, and settings as the English text. */
function comparePlaceholders(name: string, key: string, english: string, translated: string): void {
  const marks = (text: string): string =>
    [...text.matchAll(/\{\d+\}|\(command:[^)]+\)|`#[^`]+#`/g)]
      .map((match) => match[0])
      .sort()
      .join(' ');
  if (marks(english) !== marks(translated)) {
    byHand(`${name} has other placeholders than the English: ${key}`);
  }
}

/** Returns the path of a file in the project, with slashes. */
function nameOf(file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}

/** Checks that all text for users is in `l10n.t`. */
function checkHardCoded(source: string): void {
  const name = nameOf(source);
  if (!/^src\/(?:editor|panel)\/|^src\/extension\.ts$/.test(name)) return;
  for (const { line, text } of wordsOutsideL10n(fs.readFileSync(source, 'utf8'))) {
    byHand(`${name}:${line}: words outside l10n: ${text.slice(0, 80)}`);
  }
}

function write(used: Bundle): void {
  for (const language of languages) {
    const name = path.join(root, bundleOf(language));
    save(name, Object.fromEntries(Object.entries(read(name)).filter(([key]) => key in used)));
  }
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

main();
