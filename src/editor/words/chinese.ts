import { env } from 'vscode';

/** The editor speaks Chinese. */
export function isChinese(): boolean {
  return env.language.toLowerCase().startsWith('zh');
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
