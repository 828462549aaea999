/** A token of one line of Python. Offsets are 0-based UTF-16 offsets in the line; `end` is exclusive. */
export interface Token {
  readonly start: number;
  readonly end: number;
  /** `inner`: within a replacement field of an f-string */
  readonly kind: 'word' | 'number' | 'string' | 'comment' | 'operator' | 'inner';
}

const blanks = /[ \t\f\r]+/y;
const quote = /(?:[rR][bBfFtT]?|[bBfFtT][rR]?|[uU])?("""|'''|"|')/y;
const formatted = /^(?:[rR]?[fFtT]|[fFtT][rR]?)["']/;
const patterns = [
  ['number', /(?:\d[\p{L}\p{N}_]*\.?|\.\d)[\p{L}\p{N}_]*/uy],
  ['word', /[\p{L}\p{M}\p{N}_]+/uy],
  ['comment', /#.*/y],
] as const;
const operator =
  /\*\*=|\/\/=|>>=|<<=|\.\.\.|!=|->|:=|\*\*|\/\/|<<|>>|[<>]=|==|[-+*/%@&|^]=|[\ud800-\udbff][\udc00-\udfff]|[^]/y;

/**
 * Splits one line of Python into tokens, in order. An unclosed string ends with the line. The token of an f-string
 * precedes the tokens in its replacement fields. Takes linear time.
 */
export function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = skipBlanks(line, 0); at < line.length;) {
    const token = readString(line, at) ?? readPlain(line, at);
    tokens.push(token);
    if (token.kind === 'string' && formatted.test(line.slice(at, at + 3))) readFields(line, token, tokens);
    at = skipBlanks(line, token.end);
  }
  return tokens;
}

function skipBlanks(line: string, at: number): number {
  return endOf(blanks, line, at) ?? at;
}

function readPlain(line: string, start: number): Token {
  for (const [kind, pattern] of patterns) {
    const end = endOf(pattern, line, start);
    if (end !== null) return { kind, start, end };
  }
  return { kind: 'operator', start, end: endOf(operator, line, start) ?? start + 1 };
}

function readString(line: string, start: number): Token | null {
  quote.lastIndex = start;
  const mark = quote.exec(line)?.[1];
  if (mark === undefined) return null;
  let end = quote.lastIndex;
  while (end < line.length && !line.startsWith(mark, end)) end += line.charAt(end) === '\\' ? 2 : 1;
  return { kind: 'string', start, end: Math.min(end + mark.length, line.length) };
}

/** Adds the tokens of the replacement fields of an f-string. */
function readFields(line: string, { start, end }: Token, tokens: Token[]): void {
  let depth = 0;
  for (let at = start; at < end;) {
    if (depth === 0 && line.startsWith('{{', at)) {
      at += 2;
    } else if (depth === 0 && line.charAt(at) !== '{') {
      at++;
    } else {
      const token = readPlain(line, skipBlanks(line, at));
      const text = line.slice(token.start, token.end);
      if (text === '{') depth++;
      else if (text === '}') depth--;
      if (token.end <= end) tokens.push({ kind: 'inner', start: token.start, end: token.end });
      at = token.end;
    }
  }
}

function endOf(pattern: RegExp, line: string, start: number): number | null {
  pattern.lastIndex = start;
  return pattern.test(line) ? pattern.lastIndex : null;
}
