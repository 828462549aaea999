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

/**
 * Sanitizes a sentence from the judge. If the display language is Chinese but the sentence isn't, marks it as the
 * judge's message, so that it doesn't look like a missing translation. Empty text stays empty.
 */
export function serviceSentence(text: string, limit?: number): string {
  const said = sanitizeForUi(text, limit).trim();
  const isForeign = isChinese() && said !== '' && !/\p{Script=Han}/u.test(said);
  return isForeign ? l10n.t('Message from the judge: {0}', said) : said;
}

/** Returns the separator between the items of a list. */
export function listComma(): string {
  return isChinese() || env.language === 'ja' ? '、' : ', ';
}

/**
 * Adds a space between Chinese text and `words` if they start with a Latin letter or digit. For Chinese sentences whose
 * placeholder can contain both kinds of text.
 */
export function behindChinese(words: string): string {
  return isChinese() && !/^[\p{Script=Han}“]/u.test(words) ? ` ${words}` : words;
}
