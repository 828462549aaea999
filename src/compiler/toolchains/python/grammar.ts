import type { Token } from './tokens';

/** How a token combines with the tokens next to it. */
export type Role =
  | 'operand'
  /** requires an operand on both sides */
  | 'binary'
  /** requires an operand after it */
  | 'unary'
  | 'opening'
  | 'closing'
  | 'comma'
  /** ends an expression: `:`, `;`, a comment, the end of the line */
  | 'end'
  /** begins a statement */
  | 'statement'
  /** not a Python token */
  | 'foreign';

const roles = new Map<string, Role>();
const lists: readonly (readonly [Role, string])[] = [
  ['operand', '...'],
  [
    'binary',
    'and or in is if else for as import async = == != < > <= >= / // % & | ^ << >> := += -= *= /= . ->',
  ],
  ['unary', 'not lambda await yield from + - ~ * ** @'],
  ['opening', '( [ {'],
  ['closing', ') ] }'],
  ['comma', ','],
  ['end', ': ;'],
  [
    'statement',
    'assert break class continue def del elif except finally global nonlocal pass raise return try while with',
  ],
  ['foreign', '$ ? ! ` \\'],
];
/** Tokens that don't require an operand after them: `else:`, `lambda: 1`, `(yield)`, `def f(*, a, /)`. */
const completes = new Set(['else', 'lambda', 'yield', '*', '/']);
for (const [role, list] of lists) for (const text of list.split(' ')) roles.set(text, role);

export function roleOf(source: string, { kind, start, end }: Token): Role {
  if (kind === 'comment') return 'end';
  const listedRole = roles.get(source.slice(start, end));
  if (listedRole) return listedRole;
  if (kind === 'operator') return source.charCodeAt(start) > 0x7f ? 'foreign' : 'binary';
  return 'operand';
}

/**
 * Returns whether no Python statement has these two tokens next to each other on a line. Ignores all other tokens, so
 * false doesn't mean that a statement is valid.
 *
 * @param previousToken null: `token` is the first one of the line
 * @param token null: `previousToken` is the last one of the line
 */
export function isMisplaced(source: string, previousToken: Token | null, token: Token | null): boolean {
  const role = token ? roleOf(source, token) : 'end';
  const previous = previousToken ? roleOf(source, previousToken) : null;
  const isValue = previous === 'operand' || previous === 'closing';
  const needsValue =
    (previous === 'binary' || previous === 'unary') &&
    !completes.has(source.slice(previousToken?.start, previousToken?.end));
  switch (role) {
    case 'foreign':
      return true;
    case 'operand':
      return isValue && !(previousToken?.kind === 'string' && token?.kind === 'string');
    case 'statement':
      return isValue || needsValue || previous === 'opening' || previous === 'comma';
    case 'opening':
      return isValue && token !== null && source.startsWith('{', token.start);
    case 'closing':
      return needsValue || previous === null;
    case 'comma':
      return needsValue || previous === null || previous === 'comma' || previous === 'opening';
    case 'end':
      return needsValue;
    case 'binary':
      return previous === 'binary' || previous === 'opening' || previous === 'comma';
    case 'unary':
      return false;
  }
}
