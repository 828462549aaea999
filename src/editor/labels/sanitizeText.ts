import { plainLines, plainText } from '../../results/withoutDecoder';
import { env, l10n } from 'vscode';

/**
 * Makes untrusted text safe for a label, a notification, a quick pick, or the status bar. Removes control and
 * bidirectional characters, and limits the length. Inserts a zero-width space where VS Code would show an icon
 * (`$(error)`) or a link (`[x](command:…)`).
 */
export function sanitizeForUi(text: string, limit = 500): string {
  return withoutIconsAndLinks(plainText(text, limit));
}

/** Like `sanitizeForUi`, but keeps line breaks and the spaces at the beginning of lines, for a tooltip. */
export function sanitizeLinesForUi(text: string, limit: number): string {
  return withoutIconsAndLinks(plainLines(text, limit).trimEnd());
}

function withoutIconsAndLinks(text: string): string {
  return text.replace(/[$\]](?=\()/g, '$&\u200b');
}

/** Returns whether VS Code's display language is Chinese. */
export function isChinese(): boolean {
  return env.language.toLowerCase().startsWith('zh');
}

/** Characters of each display language that doesn't use Latin letters, by its ISO 639 code. */
const scripts: Readonly<Record<string, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ru: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
};

/**
 * Sanitizes a sentence from the judge. If it is obviously not in the display language, marks it as the judge's message,
 * so that it doesn't look like a missing translation. Empty text stays empty.
 */
export function judgeSentence(text: string, limit?: number): string {
  const message = sanitizeForUi(text, limit).trim();
  const script = scripts[env.language.toLowerCase().slice(0, 2)];
  const isForeign = script !== undefined && message !== '' && !script.test(message);
  return isForeign ? l10n.t('Message from the judge: {0}', message) : message;
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

export function listComma(): string {
  return punctuation().listComma;
}

/**
 * In Chinese, puts a space in front of `words` if they start with a Latin letter or digit. Use it for a placeholder that can
 * contain Chinese or Latin text.
 */
export function spacedAfterChinese(words: string): string {
  return isChinese() && !/^[\p{Script=Han}“]/u.test(words) ? ` ${words}` : words;
}

/** Returns a count in the form of the display language: “3,000”. */
export function shownNumber(count: number): string {
  return count.toLocaleString(env.language);
}
