import type { Token } from './tokens';

/** 0-based UTF-16 offsets in a source line; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Keywords that an expression may begin with or end in. */
const values = new Set(['None', 'True', 'False', 'self']);
/** Keywords that may stand within an expression. An operand must follow. */
const operators = new Set([
  'and',
  'or',
  'not',
  'in',
  'is',
  'if',
  'else',
  'for',
  'lambda',
  'await',
  'yield',
  'from',
  'async',
]);
/** Keywords that only begin a statement. */
const statements = new Set(
  'assert break class continue def del elif except finally global import nonlocal pass raise return try while with as'.split(
    ' ',
  ),
);
const opening = new Set(['(', '[', '{']);
const closing = new Set([')', ']', '}']);
const unary = new Set(['+', '-', '~', '*', '**', '...', '@']);
const foreign = /^[$?!`\\]$|^[^\0-\x7f]$/u;

type Role = 'operand' | 'operator' | 'opening' | 'closing' | 'separator' | 'statement' | 'foreign';

function roleOf(text: string, kind: Token['kind']): Role {
  if (kind === 'string' || kind === 'number' || values.has(text)) return 'operand';
  if (kind === 'comment') return 'separator';
  if (kind === 'word')
    return operators.has(text) ? 'operator' : statements.has(text) ? 'statement' : 'operand';
  if (opening.has(text)) return 'opening';
  if (closing.has(text)) return 'closing';
  if (text === ',' || text === ';' || text === ':') return 'separator';
  return foreign.test(text) ? 'foreign' : 'operator';
}

/** Whether no Python program has the token `text` behind the token `before`. Null stands for the line's beginning or end. */
export function isMisplaced(source: string, before: Token | null, token: Token | null): boolean {
  const text = token ? source.slice(token.start, token.end) : '';
  const role = token ? roleOf(text, token.kind) : 'separator';
  if (role === 'foreign') return true;
  if (!before) return role === 'closing' || role === 'separator';
  const textBefore = source.slice(before.start, before.end);
  const roleBefore = roleOf(textBefore, before.kind);
  const endsValue = roleBefore === 'operand' || roleBefore === 'closing';
  const wantsValue = roleBefore === 'operator' || textBefore === ',';
  switch (role) {
    case 'operand':
      return endsValue && !(before.kind === 'string' && token?.kind === 'string');
    case 'statement':
      return endsValue || roleBefore === 'operator' || roleBefore === 'opening' || textBefore === ',';
    case 'opening':
      return endsValue && text === '{';
    case 'closing':
      return roleBefore === 'operator';
    case 'separator':
      return roleBefore === 'operator' || (textBefore === ',' && text === ',');
    case 'operator':
      return token?.kind === 'operator' && !unary.has(text) && (wantsValue || roleBefore === 'opening');
  }
}
