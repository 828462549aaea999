import { plainText } from '../../judge/withoutDecoder';
import { env, l10n } from 'vscode';

/**
 * Makes untrusted text safe for a label, a notification, a quick pick, or the status bar. Removes control and
 * bidirectional characters, and limits the length. Inserts a zero-width space where VS Code would show an icon
 * (`$(error)`) or a link (`[x](command:…)`).
 */
export function sanitizeForUi(text: string, limit = 500): string {
  return plainText(text, limit).replace(/[$\]](?=\()/g, '$&\u200b');
}

/** Returns whether VS Code's display language is Chinese. */
export function isChinese(): boolean {
  return env.language.toLowerCase().startsWith('zh');
}

/** Characters of the display languages that don't use Latin letters. */
const scripts: Readonly<Record<string, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ru: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
};

/**
 * Sanitizes a sentence from the judge. If it is obviously not in the display language, marks it as the judge's message,
 * so that it doesn't look like a missing translation. Empty text stays empty.
 */
export function serviceSentence(text: string, limit?: number): string {
  const said = sanitizeForUi(text, limit).trim();
  const script = scripts[env.language.toLowerCase().slice(0, 2)];
  const isForeign = script !== undefined && said !== '' && !script.test(said);
  return isForeign ? l10n.t('Message from the judge: {0}', said) : said;
}

/** Punctuation marks of the display language, each with the space that follows it. */
export interface Punctuation {
  readonly comma: string;
  /** between the items of a list */
  readonly listComma: string;
  readonly fullStop: string;
}

export function punctuation(): Punctuation {
  if (isChinese()) return { comma: '，', listComma: '、', fullStop: '。' };
  if (env.language === 'ja') return { comma: '、', listComma: '、', fullStop: '。' };
  return { comma: ', ', listComma: ', ', fullStop: '. ' };
}

/** Returns the separator between the items of a list. */
export function listComma(): string {
  return punctuation().listComma;
}

/**
 * Adds a space between Chinese text and `words` if they start with a Latin letter or digit. For Chinese sentences whose
 * placeholder can contain both kinds of text.
 */
export function behindChinese(words: string): string {
  return isChinese() && !/^[\p{Script=Han}“]/u.test(words) ? ` ${words}` : words;
}
