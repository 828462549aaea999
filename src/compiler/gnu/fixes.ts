import { columnOfOffset, widthIn } from '../columns';
import type { OfferedFix } from '../diagnostic';
import type { DiagnosticDraft } from '../report';
import type { CaretPlace } from './place';

const longestFix = 200;
const longestMessage = 2000;
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Is this text fit to be offered: one line, not long, nothing in it that hides what it is? */
function isOfferable(text: string): boolean {
  return text.length <= longestFix && !unsafe.test(text);
}

/**
 * What the compiler itself offers to put at the place of a diagnostic: the text it draws beneath the caret, or the
 * name it suggests in the message. Only what is unmistakable: a drawing doesn't say whether it inserts or replaces.
 *
 * @param offered what is drawn beneath the caret line
 */
export function offeredFixes(
  draft: DiagnosticDraft,
  place: CaretPlace | null,
  offered: string | null,
): OfferedFix[] | undefined {
  const suggested = suggestionOf(draft.message);
  if (!suggested && offered === null) return undefined;
  const { line, column } = draft;
  if (line === null || column === null) return undefined;
  const fix = place
    ? drawnFix(draft, place, offered ?? '', suggested)
    : suggested && { expected: suggested.instead, replacement: suggested.name };
  if (!fix || !isOfferable(fix.replacement) || fix.expected === fix.replacement) return undefined;
  const endColumn = column + widthIn(fix.expected, draft.unit);
  return [{ line, column, endColumn, ...fix }];
}

type Edit = Pick<OfferedFix, 'replacement'> & { readonly expected: string };

function drawnFix(
  draft: DiagnosticDraft,
  { excerpt, caret }: CaretPlace,
  line: string,
  suggested: Suggestion | null,
): Edit | null {
  const drawn = line.trim();
  const covered = excerpt.text.slice(caret, excerpt.end);
  if (suggested && excerpt.start === caret) {
    const expected = excerpt.end - caret === 1 ? suggested.instead : covered;
    if (!excerpt.text.startsWith(expected, caret)) return null;
    return { expected, replacement: drawn && drawn.includes(suggested.name) ? drawn : suggested.name };
  }
  const aligned = columnOfOffset(excerpt.text, caret, 'cells') === line.length - line.trimStart().length;
  if (!drawn || !aligned || excerpt.start !== caret) return null;
  if (/^-+$/.test(drawn)) {
    const whole = drawn.length === widthIn(covered, 'cells');
    return whole && covered.trim() ? { expected: covered, replacement: '' } : null;
  }
  // nothing is marked but a place between two words
  const between = /^\s?$/.test(covered);
  return between && !/\s/.test(drawn) && draft.message.includes(drawn)
    ? { expected: '', replacement: drawn }
    : null;
}

interface Suggestion {
  readonly name: string;
  /** the name in the message that it is meant to replace */
  readonly instead: string;
}

const quotes: Readonly<Record<string, string>> = {
  '‘': '’',
  '“': '”',
  '«': '»',
  '»': '«',
  '„': '“”',
  '”': '”',
  '「': '」',
  "'": "'",
  '"': '"',
  '`': "'",
};
const name = /^[\p{L}_$~][\p{L}\p{M}\p{N}_$:~]*$/u;
/** The quotation that ends the question is at most this far from the question mark. */
const longestTail = 24;

/** `did you mean ‘x’?` in any language: the last thing quoted in a message that ends in a question. */
function suggestionOf(message: string): Suggestion | null {
  const end = message.length - 1;
  if (!/[?？]$/.test(message.slice(-1)) || message.length > longestMessage) return null;
  const quoted = quotedIn(message);
  const last = quoted.pop();
  if (!last || end - last.end > longestTail || !name.test(last.text)) return null;
  const instead = quoted.reverse().find(({ text }) => name.test(text));
  return instead ? { name: last.text, instead: instead.text } : null;
}

function quotedIn(message: string): { text: string; end: number }[] {
  const found: { text: string; end: number }[] = [];
  for (let at = 0; at < message.length; at++) {
    const closing = quotes[message.charAt(at)];
    if (closing === undefined) continue;
    let end = at + 1;
    while (end < message.length && !closing.includes(message.charAt(end))) end++;
    if (end === message.length) continue;
    found.push({ text: message.slice(at + 1, end).trim(), end });
    at = end;
  }
  return found;
}

/**
 * A line of `-fdiagnostics-parseable-fixits`: `fix-it:"FILE":{3:5-3:9}:"text"`, columns in bytes. Null where it is
 * no such line, spans lines or is for another file.
 */
export function readParseableFix(line: string, file: string | null): OfferedFix | null {
  const match =
    /^fix-it:"((?:[^"\\]|\\.)*)":\{(\d{1,9}):(\d{1,9})-(\d{1,9}):(\d{1,9})\}:"((?:[^"\\]|\\.)*)"$/.exec(line);
  const [, where = '', ...found] = match ?? [];
  if (!match || unescaped(where) !== file) return null;
  const text = found.pop() ?? '';
  const [startLine = 0, column = 0, endLine = 0, endColumn = 0] = found.map(Number);
  const replacement = unescaped(text);
  if (startLine !== endLine || endColumn < column || !isOfferable(replacement)) return null;
  return { line: startLine, column, endColumn, replacement, unit: 'bytes' };
}

const decoder = new TextDecoder();
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** What both compilers escape in these lines, other bytes being octal. */
function unescaped(text: string): string {
  const plain = text.replace(/\\([0-7]{3}|.)/g, (_, found: string) =>
    found.length === 3 ? String.fromCharCode(parseInt(found, 8)) : (escapes[found] ?? found),
  );
  return /\\[0-7]{3}/.test(text) ? decoder.decode(Uint8Array.from(plain, (c) => c.charCodeAt(0))) : plain;
}
