/** A string literal, by its delimiters. */
export interface Quote {
  readonly open: string;
  readonly close: string;
  /** a backslash escapes the next character */
  readonly hasEscapes: boolean;
  /** the literal may contain line breaks; absent: it ends with its line */
  readonly isMultiline?: true;
  /** `${` begins an expression: always, or only after a prefix such as Scala's `s"` */
  readonly interpolation?: 'always' | 'prefixed';
}

/** How to recognize comments, literals, and names of a programming language. */
export interface Syntax {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly BlockComment[];
  /** longer delimiters before shorter ones: `"""` before `"` */
  readonly quotes: readonly Quote[];
  /** `'x'` is a character. A `'` that begins no such literal is a symbol. */
  readonly hasCharacters?: true;
  /**
   * Literals whose end depends on their beginning, such as `R"x(…)x"`. `begin` is sticky, and its group 1 is a part of
   * the end. `first`: the characters that they can begin with.
   */
  readonly rawString?: {
    readonly first: string;
    readonly begin: RegExp;
    readonly end: (delimiter: string) => string;
  };
  /** Characters of a name in addition to letters, digits, `_`, and `$` */
  readonly nameCharacters?: string;
  /** `` `name` `` is a name. */
  readonly hasQuotedNames?: true;
  /** `'name'` is a name. */
  readonly hasAtoms?: true;
  /** A line that begins with `#` is a directive. */
  readonly hasDirectives?: true;
  /** `/…/` is a literal at the beginning of an expression. */
  readonly hasRegularExpressions?: true;
}

interface BlockComment {
  readonly open: string;
  readonly close: string;
  readonly isNested?: true;
}

const WORD = 1;
const SYMBOL = 2;
const TEXT = 3;
const DIRECTIVE = 4;
const STARTS_LINE = 8;

const LINE_FEED = 10;
const APOSTROPHE = 39;

/** The tokens of a program without its comments. An index outside of the list is an empty token. */
export class Tokens {
  readonly count: number;
  private matching: Int32Array | null = null;

  constructor(
    readonly source: string,
    private readonly kinds: Uint8Array,
    private readonly starts: Int32Array,
    private readonly ends: Int32Array,
    count: number,
  ) {
    this.count = count;
  }

  /** Returns the text of a token: a literal and a quoted name without quotes. */
  text(index: number): string {
    return this.source.slice(this.starts[index] ?? 0, this.ends[index] ?? 0);
  }

  /** Returns whether the token is this name or symbol. */
  is(index: number, text: string): boolean {
    const start = this.starts[index] ?? 0;
    // most comparisons end here
    if (this.source.charCodeAt(start) !== text.charCodeAt(0)) return false;
    if ((this.ends[index] ?? 0) - start !== text.length) return false;
    const kind = this.kind(index);
    return (kind === WORD || kind === SYMBOL) && (text.length === 1 || this.source.startsWith(text, start));
  }

  /** Returns whether the tokens from `index` on have these texts. */
  are(index: number, texts: readonly string[]): boolean {
    return texts.every((text, offset) => this.is(index + offset, text));
  }

  isWord(index: number): boolean {
    return this.kind(index) === WORD;
  }

  isSymbol(index: number): boolean {
    return this.kind(index) === SYMBOL;
  }

  /** Returns the symbol; empty: the token is something else. */
  symbol(index: number): string {
    return this.isSymbol(index) ? this.source.charAt(this.starts[index] ?? 0) : '';
  }

  isText(index: number): boolean {
    return this.kind(index) === TEXT;
  }

  isDirective(index: number): boolean {
    return this.kind(index) === DIRECTIVE;
  }

  startsLine(index: number): boolean {
    return ((this.kinds[index] ?? 0) & STARTS_LINE) !== 0;
  }

  /** Returns how many characters precede the token in its line. */
  column(index: number): number {
    const start = this.starts[index] ?? 0;
    return start - (this.source.lastIndexOf('\n', start - 1) + 1);
  }

  /** Returns whether nothing separates two tokens. */
  isAdjacent(index: number): boolean {
    return this.ends[index] === this.starts[index + 1];
  }

  /** Returns the index of the bracket that closes the one at `index`, or else the end of the program. */
  closing(index: number): number {
    this.matching ??= this.matchBrackets();
    return this.matching[index] ?? this.count;
  }

  private kind(index: number): number {
    return index < 0 || index >= this.count ? 0 : (this.kinds[index] ?? 0) & ~STARTS_LINE;
  }

  /** Pairs brackets. A closing bracket of another kind than the last open one is ignored. */
  private matchBrackets(): Int32Array {
    const { source, starts, count } = this;
    const matching = new Int32Array(count).fill(count);
    /** The last open bracket. While a bracket is open, `matching` contains the one around it. */
    let last = -1;
    for (let index = 0; index < count; index += 1) {
      const symbol = this.symbol(index);
      if (symbol === '') continue;
      if (symbol === '(' || symbol === '[' || symbol === '{') {
        matching[index] = last;
        last = index;
      } else if (last >= 0 && closingBrackets.get(source.charAt(starts[last] ?? 0)) === symbol) {
        const outer = matching[last] ?? -1;
        matching[last] = index;
        last = outer;
      }
    }
    while (last >= 0) {
      const outer = matching[last] ?? -1;
      matching[last] = count;
      last = outer;
    }
    return matching;
  }
}

const closingBrackets: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/** Splits a program into tokens, in linear time. Literals without an end are cut at their line, or at the file's end. */
export function tokensOf(source: string, syntax: Syntax): Tokens {
  return new Lexer(source, syntax).read();
}

/** An open `${` of an interpolated literal. */
interface Interpolation {
  readonly quote: Quote;
  /** open braces inside of the expression */
  depth: number;
}

class Lexer {
  private kinds: Uint8Array;
  private starts: Int32Array;
  private ends: Int32Array;
  private readonly interpolations: Interpolation[] = [];
  /** By ASCII code: whether a comment, a literal, or a directive can begin with the character */
  private readonly mayBeginSpecial: Uint8Array;
  private count = 0;
  private at = 0;
  private startsLine = true;
  /** No regular expression literal that begins before this position has an end. */
  private noExpressionBefore = 0;

  constructor(
    private readonly source: string,
    private readonly syntax: Syntax,
  ) {
    // most programs have a token for every four characters
    const size = Math.min(source.length + 1, Math.max(256, source.length >> 2));
    this.kinds = new Uint8Array(size);
    this.starts = new Int32Array(size);
    this.ends = new Int32Array(size);
    this.mayBeginSpecial = specialCharacters(syntax);
  }

  read(): Tokens {
    const { source, mayBeginSpecial } = this;
    while (this.at < source.length) {
      const code = source.charCodeAt(this.at);
      if (code === LINE_FEED) {
        this.startsLine = true;
        this.at += 1;
      } else if (isSpace(code)) this.at += 1;
      else if (mayBeginSpecial[code] !== 1 || !this.readSpecial(source.charAt(this.at)))
        this.readWordOrSymbol(code);
    }
    return new Tokens(source, this.kinds, this.starts, this.ends, this.count);
  }

  /** Reads a comment, a literal, or a directive; returns false if there is none. */
  private readSpecial(character: string): boolean {
    const { syntax } = this;
    if (syntax.hasDirectives && character === '#' && this.startsLine) return this.readDirective();
    if (syntax.rawString && this.readRawString(syntax.rawString)) return true;
    if (this.readComment() || this.readQuote()) return true;
    if (syntax.hasAtoms && character === "'") return this.readQuotedName("'");
    if (syntax.hasQuotedNames && character === '`') return this.readQuotedName('`');
    if (syntax.hasCharacters && character === "'") return this.readCharacter();
    return syntax.hasRegularExpressions === true && character === '/' && this.readRegularExpression();
  }

  private readComment(): boolean {
    const { source, at } = this;
    const block = this.syntax.blockComments.find(({ open }) => source.startsWith(open, at));
    if (block) {
      this.skipBlockComment(block);
      return true;
    }
    if (!this.syntax.lineComments.some((begin) => source.startsWith(begin, at))) return false;
    this.at = lineEnd(source, at);
    return true;
  }

  private skipBlockComment({ open, close, isNested }: BlockComment): void {
    const { source } = this;
    const begin = this.at;
    let depth = 1;
    let position = begin + open.length;
    if (!isNested) {
      const end = source.indexOf(close, position);
      position = end < 0 ? source.length : end + close.length;
      depth = 0;
    }
    while (depth > 0 && position < source.length) {
      if (source.startsWith(close, position)) {
        depth -= 1;
        position += close.length;
      } else if (source.startsWith(open, position)) {
        depth += 1;
        position += open.length;
      } else position += 1;
    }
    if (source.slice(begin, position).includes('\n')) this.startsLine = true;
    this.at = position;
  }

  private readQuote(): boolean {
    const { source, at } = this;
    const quote = this.syntax.quotes.find(({ open }) => source.startsWith(open, at));
    if (!quote) return false;
    const isPrefixed = at > 0 && isNameCharacter(source.charCodeAt(at - 1));
    const isPlain = quote.interpolation === 'prefixed' && !isPrefixed;
    this.readLiteral(quote, at + quote.open.length, isPlain);
    return true;
  }

  /** Reads the rest of a literal up to its end or to its next expression. */
  private readLiteral(quote: Quote, from: number, isPlain = false): void {
    const { source } = this;
    const interpolates = quote.interpolation !== undefined && !isPlain;
    let position = from;
    while (position < source.length) {
      const character = source.charAt(position);
      if (character === '\\' && quote.hasEscapes) position += 2;
      else if (character === '\n' && !quote.isMultiline) break;
      else if (source.startsWith(quote.close, position)) {
        this.add(TEXT, from, position);
        this.at = position + quote.close.length;
        return;
      } else if (interpolates && character === '$' && source.charAt(position + 1) === '{') {
        this.add(TEXT, from, position);
        this.add(SYMBOL, position + 1, position + 2);
        this.interpolations.push({ quote, depth: 0 });
        this.at = position + 2;
        return;
      } else position += 1;
    }
    position = Math.min(position, source.length);
    this.add(TEXT, from, position);
    this.at = position;
  }

  private readRawString({ begin, end }: NonNullable<Syntax['rawString']>): boolean {
    begin.lastIndex = this.at;
    const found = begin.exec(this.source);
    if (!found) return false;
    const from = this.at + found[0].length;
    const close = end(found[1] ?? '');
    const until = this.source.indexOf(close, from);
    this.add(TEXT, from, until < 0 ? this.source.length : until);
    this.at = until < 0 ? this.source.length : until + close.length;
    return true;
  }

  /** Reads a name in quotes, which ends with its line. Without an end, the quote is a symbol. */
  private readQuotedName(quote: string): boolean {
    const from = this.at + 1;
    const end = /[^\n'`]{0,200}/y;
    end.lastIndex = from;
    const until = from + (end.exec(this.source)?.[0].length ?? 0);
    if (this.source.charAt(until) !== quote) return false;
    this.add(WORD, from, until);
    this.at = until + 1;
    return true;
  }

  private readCharacter(): boolean {
    const literal = /'(?:\\[^\n][^'\n]{0,10}|[^\\'\n]{1,2})'/y;
    literal.lastIndex = this.at;
    const found = literal.exec(this.source);
    if (!found) return false;
    this.add(TEXT, this.at + 1, this.at + found[0].length - 1);
    this.at += found[0].length;
    return true;
  }

  private readDirective(): boolean {
    const { source } = this;
    const from = this.at;
    let end = lineEnd(source, from);
    while (end < source.length && /\\\r?$/.test(source.slice(Math.max(from, end - 2), end)))
      end = lineEnd(source, end + 1);
    this.add(DIRECTIVE, from, end);
    this.at = end;
    return true;
  }

  private readRegularExpression(): boolean {
    if (this.at < this.noExpressionBefore || !this.isBeforeExpression()) return false;
    const { source } = this;
    let isInClass = false;
    let position = this.at + 1;
    for (; position < source.length && source.charAt(position) !== '\n'; position += 1) {
      const character = source.charAt(position);
      if (character === '\\') position += 1;
      else if (character === '[') isInClass = true;
      else if (character === ']') isInClass = false;
      else if (character === '/' && !isInClass) {
        this.add(TEXT, this.at + 1, position);
        this.at = position + 1;
        return true;
      }
    }
    this.noExpressionBefore = position;
    return false;
  }

  /** Returns whether an expression can begin after the last token: after an operator, not after a value. */
  private isBeforeExpression(): boolean {
    const last = this.count - 1;
    if (last < 0) return true;
    const text = this.source.slice(
      this.starts[last],
      Math.min(this.ends[last] ?? 0, (this.starts[last] ?? 0) + 20),
    );
    const kind = (this.kinds[last] ?? 0) & ~STARTS_LINE;
    if (kind === WORD)
      return /^(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield)$/.test(text);
    return kind === SYMBOL && !')]}'.includes(text);
  }

  private readWordOrSymbol(code: number): void {
    const from = this.at;
    this.at += 1;
    if (this.isPartOfName(code)) {
      const isNumber = code >= 48 && code <= 57;
      while (this.at < this.source.length && this.continuesWord(isNumber)) this.at += 1;
      this.add(WORD, from, this.at);
      return;
    }
    this.add(SYMBOL, from, this.at);
    if (this.interpolations.length > 0) this.countBrace(this.source.charAt(from));
  }

  /** `1'000`: a quote between two digits belongs to the number. */
  private continuesWord(isNumber: boolean): boolean {
    const code = this.source.charCodeAt(this.at);
    if (this.isPartOfName(code)) return true;
    if (!isNumber || this.syntax.hasDirectives !== true || code !== APOSTROPHE) return false;
    return isNameCharacter(this.source.charCodeAt(this.at + 1));
  }

  private isPartOfName(code: number): boolean {
    if (isNameCharacter(code)) return true;
    const { nameCharacters } = this.syntax;
    return nameCharacters !== undefined && nameCharacters.includes(String.fromCharCode(code));
  }

  /** Continues an interpolated literal after the brace that ends its expression. */
  private countBrace(character: string): void {
    const last = this.interpolations.at(-1);
    if (!last) return;
    if (character === '{') last.depth += 1;
    if (character !== '}') return;
    if (last.depth > 0) {
      last.depth -= 1;
      return;
    }
    this.interpolations.pop();
    this.readLiteral(last.quote, this.at);
  }

  private add(kind: number, start: number, end: number): void {
    if (this.count >= this.kinds.length) this.grow();
    this.kinds[this.count] = this.startsLine ? kind | STARTS_LINE : kind;
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.count += 1;
    this.startsLine = false;
  }

  private grow(): void {
    const { kinds, starts, ends } = this;
    const size = 2 * kinds.length;
    this.kinds = new Uint8Array(size);
    this.kinds.set(kinds);
    this.starts = new Int32Array(size);
    this.starts.set(starts);
    this.ends = new Int32Array(size);
    this.ends.set(ends);
  }
}

function isSpace(code: number): boolean {
  return code <= 32 || (code >= 128 && /[\s\uFEFF]/.test(String.fromCharCode(code)));
}

/** By ASCII code: letters, digits, `_`, and `$` */
const isAsciiName = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w$]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Every character outside of ASCII counts as a part of a name, because names may contain any letter. */
function isNameCharacter(code: number): boolean {
  return code < 128 ? isAsciiName[code] === 1 : !isSpace(code);
}

/** Returns by ASCII code whether a comment, a literal, or a directive can begin with the character. */
function specialCharacters(syntax: Syntax): Uint8Array {
  const { lineComments, blockComments, quotes, rawString } = syntax;
  const begins = [
    ...lineComments,
    ...blockComments.map(({ open }) => open),
    ...quotes.map(({ open }) => open),
  ];
  const characters = new Set(begins.map((begin) => begin.charAt(0)));
  if (syntax.hasCharacters || syntax.hasAtoms) characters.add("'");
  if (syntax.hasQuotedNames) characters.add('`');
  if (syntax.hasDirectives) characters.add('#');
  if (syntax.hasRegularExpressions) characters.add('/');
  for (const character of rawString?.first ?? '') characters.add(character);
  return Uint8Array.from({ length: 128 }, (_, code) => (characters.has(String.fromCharCode(code)) ? 1 : 0));
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}
