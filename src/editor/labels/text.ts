import { plainText } from '../../judge/known';
import { env, l10n } from 'vscode';

/**
 * Text from the service (or from anybody else) made safe to show in a label, a notice, a quick pick or the status
 * bar: no control or bidirectional characters, bounded, and a zero-width space inside what VS Code would read as an
 * icon (`$(error)`) or a link (`[x](command:…)`), so that it shows the characters themselves.
 */
export function sanitizeForUi(text: string, limit = 500): string {
  return plainText(text, limit).replace(/[$\]](?=\()/g, '$&\u200b');
}

/** The editor speaks Chinese. */
export function isChinese(): boolean {
  return env.language.toLowerCase().startsWith('zh');
}

/**
 * A sentence of the service, fit to be shown. In a Chinese window, one in another language is marked as the service's, so
 * that it doesn't read as a sentence of this extension that nobody translated. Empty stays empty.
 */
export function serviceSentence(text: string, limit?: number): string {
  const said = sanitizeForUi(text, limit).trim();
  const isForeign = isChinese() && said !== '' && !/\p{Script=Han}/u.test(said);
  return isForeign ? l10n.t('Message from the judge: {0}', said) : said;
}

/** Between the parts of a list. */
export function listComma(): string {
  return isChinese() ? '、' : ', ';
}

/**
 * Words for a place behind Chinese text. Chinese sets a blank before Latin letters and digits, and none before its own
 * characters; where words of both kinds come to one place, its Chinese sentence leaves the blank to this function.
 */
export function behindChinese(words: string): string {
  return isChinese() && !/^[\p{Script=Han}“]/u.test(words) ? ` ${words}` : words;
}
