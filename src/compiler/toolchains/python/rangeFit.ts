import { isMisplaced, type Role, roleOf } from './grammar';
import type { Token } from './tokens';

/** 0-based UTF-16 offsets in a source line; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * How well a range fits an error:
 *
 * - `none`: the error can't have this range
 * - `tokens`: the range begins and ends with a token
 * - `message`: the message is also about these tokens
 */
export type Fit = 'none' | 'tokens' | 'message';

const anyCharacter = [
  /^SyntaxError: closing parenthesis '(.)'/u,
  /^SyntaxError: unmatched '(.)'/u,
  /^SyntaxError: '(.)' was never closed/u,
  /^SyntaxError: invalid (?:non-printable )?character '(.)'/u,
];
const binaryOperator = /^[-+*/%@&|^<>]{1,2}$/;
const literal = /^SyntaxError: invalid \w{1,20} literal/;

const beginsRange: ReadonlySet<Role> = new Set(['operand', 'opening', 'unary', 'statement']);
const endsRange: ReadonlySet<Role> = new Set(['operand', 'closing']);

/**
 * Rates how well a range fits a syntax error. `tokens` are all tokens of the line.
 *
 * @param isPoint there is only one mark: it is the beginning of the range, or its end in Python 3.7 and older
 */
export function fitOfSyntaxError(
  source: string,
  span: Span,
  isPoint: boolean,
  tokens: readonly Token[],
  message: string,
): Fit {
  for (const pattern of anyCharacter) {
    const [, character] = pattern.exec(message) ?? [];
    if (character !== undefined) return source.startsWith(character, span.start) ? 'message' : 'none';
  }
  if (literal.test(message)) {
    const inside = tokens.some(
      ({ kind, start, end }) => kind === 'number' && start <= span.start && span.start < end,
    );
    return inside ? 'message' : 'none';
  }
  const outerTokens = tokens.filter(({ kind }) => kind !== 'inner');
  if (span.start >= source.trimEnd().length) {
    if (!isPoint) return 'none';
    const lastToken = outerTokens[outerTokens.length - 1] ?? null;
    const isAtEnd = message.includes("expected ':'") || isMisplaced(source, lastToken, null);
    return isAtEnd && !hasMisplaced(source, outerTokens, outerTokens.length) ? 'message' : 'none';
  }
  const begins = tokens.some(({ start }) => start === span.start);
  const ends = tokens.some(({ end }) => end === span.end);
  if (isPoint ? !begins && !ends : !begins || !ends) return 'none';
  const first = outerTokens.findIndex(
    ({ start, end }) => start === span.start || (isPoint && end === span.end),
  );
  const last = isPoint ? first : outerTokens.findIndex(({ end }) => end === span.end);
  if (first < 0 || last < 0) return 'tokens';
  return isAbout(message, source, outerTokens, first, last) ? 'message' : 'tokens';
}

/** Returns whether a message is about the tokens with the indexes `first` to `last`. */
function isAbout(
  message: string,
  source: string,
  tokens: readonly Token[],
  first: number,
  last: number,
): boolean {
  const textOf = (at: number): string => source.slice(tokens[at]?.start, tokens[at]?.end);
  const misplaced = (at: number): boolean => isMisplaced(source, tokens[at - 1] ?? null, tokens[at] ?? null);
  const within = (from: number, matches: (at: number) => boolean): boolean => {
    for (let at = from; at <= last; at++) if (matches(at)) return true;
    return false;
  };
  if (message.includes('forgot a comma'))
    return isExpression(source, tokens, first, last) && within(first + 1, misplaced);
  if (message.includes("instead of '='")) {
    if (!isExpression(source, tokens, first, last)) return false;
    return textOf(last + 1) === '=' || within(first, (at) => textOf(at) === '=');
  }
  if (message.includes('after dictionary key')) return misplaced(last + 1);
  if (message.includes('Missing parentheses in call')) return /^(?:print|exec)$/.test(textOf(first));
  if (message.includes('unterminated '))
    return tokens[first]?.kind === 'string' && first === tokens.length - 1;
  // the parser stops at the first token that isn't allowed at its position
  return first === last && misplaced(first) && !hasMisplaced(source, tokens, first);
}

/** Returns whether the tokens with the indexes `first` to `last` begin and end like an expression. */
function isExpression(source: string, tokens: readonly Token[], first: number, last: number): boolean {
  const [head, tail] = [tokens[first], tokens[last]];
  if (!head || !tail || !beginsRange.has(roleOf(source, head)) || !endsRange.has(roleOf(source, tail)))
    return false;
  return isBalanced(source, tokens.slice(first, last + 1), false);
}

/** Returns whether a token with an index below `until` isn't allowed after the token before it. */
function hasMisplaced(source: string, tokens: readonly Token[], until: number): boolean {
  return tokens
    .slice(0, until)
    .some((token, at) => at > 0 && isMisplaced(source, tokens[at - 1] ?? null, token));
}

/**
 * Returns whether a traceback can mark this range: an expression or a statement. `anchor`: the part that `^` marks
 * among `~`; null: none.
 */
export function fitsCall(source: string, span: Span, anchor: Span | null, tokens: readonly Token[]): boolean {
  const head = tokens.find(({ start }) => start === span.start);
  const isInner = head?.kind === 'inner';
  const sameLevel = tokens.filter(({ kind }) => (kind === 'inner') === isInner);
  const first = head ? sameLevel.indexOf(head) : -1;
  const last = sameLevel.findIndex(({ end }) => end === span.end);
  const tail = sameLevel[last];
  if (!head || !tail || first > last || textOf(source, sameLevel[first - 1]) === '.') return false;
  if (!beginsRange.has(roleOf(source, head))) return false;
  const continues = span.end >= source.trimEnd().length;
  if (!continues && !endsRange.has(roleOf(source, tail))) return false;
  const range = sameLevel.slice(first, last + 1);
  if (!isBalanced(source, range, continues)) return false;
  if (!isInner && hasMisplaced(source, range, range.length)) return false;
  return !anchor || fitsAnchor(source, span, anchor, sameLevel);
}

/**
 * Returns whether brackets are balanced.
 *
 * @param continues the range ends on another line, so brackets may stay open
 */
function isBalanced(source: string, tokens: readonly Token[], continues: boolean): boolean {
  let depth = 0;
  for (const token of tokens) {
    const role = roleOf(source, token);
    if (role === 'opening') depth++;
    else if (role === 'closing' && --depth < 0) return false;
  }
  return depth === 0 || continues;
}

/** Returns whether `^` marks a binary operator, or the brackets of a call or subscript at the end of the range. */
function fitsAnchor(source: string, span: Span, anchor: Span, tokens: readonly Token[]): boolean {
  const at = tokens.findIndex(({ start }) => start === anchor.start);
  const token = tokens[at];
  if (!token) return false;
  const text = textOf(source, token);
  return text === '(' || text === '['
    ? anchor.end === span.end
    : token.end === anchor.end && binaryOperator.test(text);
}

function textOf(source: string, token: Token | undefined): string {
  return token ? source.slice(token.start, token.end) : '';
}
