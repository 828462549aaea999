import { javaSyntax } from './syntaxes';
import { tokensOf, type Tokens } from './tokens';

export interface JavaMain {
  /** class that declares the method, with its package: `a.b.Outer$Inner` */
  readonly className: string;
  /** top-level type around the method */
  readonly topLevelType: string;
  readonly isPublicType: boolean;
  /** `public static void main(String[])`, which Java has always started. False: only Java 25 starts it. */
  readonly isClassic: boolean;
}

export interface JavaFile {
  /** `a.b.`; empty: none */
  readonly packagePrefix: string;
  /** public top-level type, which determines the file's name; null: none */
  readonly publicType: string | null;
  /** first top-level class, not an interface, an enum, or a record; null: none */
  readonly firstClass: string | null;
  readonly mains: readonly JavaMain[];
  /**
   * The file has methods outside of a class, so that Java 25 creates a class with the name of the file. Then `mains`
   * contains the name `''` for that class.
   */
  readonly isImplicitClass: boolean;
}

/** Nested types below this depth aren't read. */
const MAX_DEPTH = 16;

const BACKSLASH = 92;

const modifiers = new Set(
  (
    'public protected private static abstract final native synchronized transient volatile strictfp default sealed ' +
    'non'
  ).split(' '),
);

/** Finds the types and main methods of a Java file. Runs in linear time. */
export function readJava(source: string): JavaFile {
  return new JavaReader(tokensOf(withoutEscapes(source), javaSyntax)).read();
}

/** Replaces Unicode escapes: `\u007b` is a brace, and `\u002a/` ends a comment. */
function withoutEscapes(source: string): string {
  if (!source.includes('\\u')) return source;
  const escape = /\\u+([\da-f]{4})/iy;
  const codes = new Uint16Array(source.length);
  let count = 0;
  const add = (code: number): void => {
    codes[count] = code;
    count += 1;
  };
  for (let index = 0; index < source.length; index += 1) {
    const character = source.charCodeAt(index);
    if (character !== BACKSLASH) {
      add(character);
      continue;
    }
    escape.lastIndex = index;
    const code = escape.exec(source)?.[1];
    if (code !== undefined) {
      add(Number.parseInt(code, 16));
      index = escape.lastIndex - 1;
      continue;
    }
    add(BACKSLASH);
    // the second backslash of a pair begins no escape
    if (source.charCodeAt(index + 1) === BACKSLASH) {
      add(BACKSLASH);
      index += 1;
    }
  }
  return new TextDecoder('utf-16le').decode(codes.subarray(0, count));
}

/** A type that is being read. */
interface JavaType {
  /** with the enclosing types, without the package: `Outer$Inner` */
  readonly binaryName: string;
  readonly topLevelType: string;
  readonly isInterface: boolean;
  readonly isPublicTopLevel: boolean;
  readonly depth: number;
}

class JavaReader {
  private packagePrefix = '';
  private publicType: string | null = null;
  private firstClass: string | null = null;
  private isImplicitClass = false;
  private readonly mains: JavaMain[] = [];
  /** The program declares a type `String`, which replaces the standard one. */
  private hasOwnString = false;

  constructor(private readonly tokens: Tokens) {}

  read(): JavaFile {
    const { tokens } = this;
    for (let index = 0; index + 1 < tokens.count && !this.hasOwnString; index += 1)
      this.hasOwnString = tokens.is(index + 1, 'String') && this.isTypeKeyword(index);
    this.readMembers(0, tokens.count, null);
    return {
      packagePrefix: this.packagePrefix,
      publicType: this.isImplicitClass ? null : this.publicType,
      firstClass: this.isImplicitClass ? null : this.firstClass,
      mains: this.mains,
      isImplicitClass: this.isImplicitClass,
    };
  }

  /** Reads the declarations of a type's body, or those of the file. */
  private readMembers(from: number, until: number, type: JavaType | null): void {
    let index = type === null ? this.skipHeader(from, until) : from;
    while (index < until) {
      const next = this.readMember(index, until, type);
      index = Math.max(next, index + 1);
    }
  }

  /** Skips the package, which may have annotations, and the imports. */
  private skipHeader(from: number, until: number): number {
    const { tokens } = this;
    let index = from;
    while (index < until) {
      if (tokens.is(index, ';')) index += 1;
      else if (tokens.is(index, 'import')) index = this.find(';', index, until) + 1;
      else {
        const start = this.skipAnnotations(index, until);
        if (!tokens.is(start, 'package')) return index;
        const end = this.find(';', start, until);
        this.packagePrefix = `${this.texts(start + 1, end).join('')}.`;
        index = end + 1;
      }
    }
    return index;
  }

  /** Reads a declaration and returns the index after it. */
  private readMember(from: number, until: number, type: JavaType | null): number {
    const { tokens } = this;
    const found = new Set<string>();
    let index = from;
    for (;;) {
      const start = index;
      index = this.skipAnnotations(index, until);
      while (tokens.isWord(index) && modifiers.has(tokens.text(index)) && index < until) {
        found.add(tokens.text(index));
        // `non-sealed`
        index += tokens.is(index, 'non') && tokens.is(index + 1, '-') ? 3 : 1;
      }
      if (index === start || index >= until) break;
    }
    if (index >= until) return until;
    if (this.isTypeDeclaration(index)) return this.readType(index, until, type, found.has('public'));
    if (tokens.is(index, '{')) return tokens.closing(index) + 1;
    if (tokens.is(index, 'import') && type === null) return this.find(';', index, until) + 1;
    return this.readMethodOrField(index, until, type, found);
  }

  private isTypeDeclaration(index: number): boolean {
    const { tokens } = this;
    const keyword = tokens.is(index, '@') ? index + 1 : index;
    return this.isTypeKeyword(keyword) && tokens.isWord(keyword + 1);
  }

  /** `record` is also a name, so it needs a header after it. */
  private isTypeKeyword(index: number): boolean {
    const { tokens } = this;
    if (tokens.is(index, 'class')) return !tokens.is(index - 1, '.');
    if (tokens.is(index, 'interface') || tokens.is(index, 'enum')) return true;
    return tokens.is(index, 'record') && (tokens.is(index + 2, '(') || tokens.is(index + 2, '<'));
  }

  private readType(from: number, until: number, outer: JavaType | null, isPublic: boolean): number {
    const { tokens } = this;
    const keyword = tokens.is(from, '@') ? from + 1 : from;
    const name = tokens.text(keyword + 1);
    let index = keyword + 2;
    while (index < until && !tokens.is(index, '{') && !tokens.is(index, ';'))
      index = tokens.is(index, '(') ? tokens.closing(index) + 1 : index + 1;
    if (outer === null && isPublic) this.publicType ??= name;
    if (outer === null && tokens.is(keyword, 'class')) this.firstClass ??= name;
    if (!tokens.is(index, '{')) return index + 1;
    const end = Math.min(tokens.closing(index), until);
    const depth = outer === null ? 0 : outer.depth + 1;
    if (depth < MAX_DEPTH) {
      const type: JavaType = {
        binaryName: outer === null ? name : `${outer.binaryName}$${name}`,
        topLevelType: outer?.topLevelType ?? name,
        isInterface: tokens.is(keyword, 'interface'),
        isPublicTopLevel: outer?.isPublicTopLevel ?? isPublic,
        depth,
      };
      const first = tokens.is(keyword, 'enum') ? this.skipConstants(index + 1, end) : index + 1;
      this.readMembers(first, end, type);
    }
    return end + 1;
  }

  /** Skips the constants of an enum, which end with `;`. */
  private skipConstants(from: number, until: number): number {
    return this.find(';', from, until) + 1;
  }

  private readMethodOrField(
    from: number,
    until: number,
    type: JavaType | null,
    found: ReadonlySet<string>,
  ): number {
    const { tokens } = this;
    let index = from;
    while (index < until && !'(=;{'.includes(tokens.symbol(index) || ' ')) index += 1;
    if (!tokens.is(index, '(')) return this.skipMember(index, until);
    // a method needs a type before its name
    const isMethod = tokens.isWord(index - 1) && index - 1 > from;
    if (type === null && isMethod) this.isImplicitClass = true;
    if (isMethod && tokens.is(index - 1, 'main') && tokens.is(index - 2, 'void'))
      this.readMain(index, type, found);
    return this.skipMember(tokens.closing(index) + 1, until);
  }

  private readMain(parameters: number, type: JavaType | null, found: ReadonlySet<string>): void {
    const count = this.argumentsOfMain(parameters);
    if (count === null || found.has('private') || found.has('abstract')) return;
    const isStatic = found.has('static');
    const isPublic = found.has('public') || type?.isInterface === true;
    if (type?.isInterface && !isStatic) return;
    this.mains.push({
      className: `${this.packagePrefix}${type?.binaryName ?? ''}`,
      topLevelType: type?.topLevelType ?? '',
      isPublicType: type?.isPublicTopLevel ?? false,
      isClassic: isStatic && isPublic && count === 1,
    });
  }

  /** Returns whether the parameters are `String[]` (1) or nothing (0); null: something else. */
  private argumentsOfMain(open: number): 0 | 1 | null {
    const { tokens } = this;
    const close = tokens.closing(open);
    if (close === open + 1) return 0;
    // the longest form is `java.lang.String`, brackets, and a name; annotations and `final` are skipped
    const parts: string[] = [];
    for (let index = open + 1; index < close;) {
      const after = this.skipAnnotations(index, close);
      if (after > index) index = after;
      else {
        if (!tokens.is(index, 'final')) parts.push(tokens.text(index));
        index += 1;
      }
      if (parts.length > 12) return null;
    }
    const isQualified = parts.slice(0, 4).join(' ') === 'java . lang .';
    const rest = isQualified ? parts.slice(4) : parts;
    if (rest[0] !== 'String' || (!isQualified && this.hasOwnString)) return null;
    const shape = rest.slice(1).map((part) => (/^[[\].,<>]$/.test(part) ? part : 'name'));
    return ['[ ] name', 'name [ ]', '. . . name'].includes(shape.join(' ')) ? 1 : null;
  }

  /** Skips the rest of a declaration: to its `;`, or to the end of its body. */
  private skipMember(from: number, until: number): number {
    const { tokens } = this;
    let isValue = false;
    let index = from;
    while (index < until) {
      const symbol = tokens.symbol(index);
      if (symbol === ';') return index + 1;
      if (symbol === '=' || (symbol === '' && tokens.is(index, 'default'))) isValue = true;
      if (symbol === '{' && !isValue) return tokens.closing(index) + 1;
      const isBracket = symbol === '(' || symbol === '{' || symbol === '[';
      index = isBracket ? tokens.closing(index) + 1 : index + 1;
    }
    return until;
  }

  /** Skips annotations with their arguments. `@interface` isn't one. */
  private skipAnnotations(from: number, until: number): number {
    const { tokens } = this;
    let index = from;
    while (index < until && tokens.is(index, '@') && !tokens.is(index + 1, 'interface')) {
      index += 2;
      while (tokens.is(index, '.') && tokens.isWord(index + 1)) index += 2;
      if (tokens.is(index, '(')) index = tokens.closing(index) + 1;
    }
    return Math.min(index, until);
  }

  /** Returns the index of a symbol outside of brackets; `until`: there is none. */
  private find(symbol: string, from: number, until: number): number {
    const { tokens } = this;
    let index = from;
    while (index < until && !tokens.is(index, symbol)) {
      const isBracket = tokens.is(index, '(') || tokens.is(index, '{') || tokens.is(index, '[');
      index = isBracket ? tokens.closing(index) + 1 : index + 1;
    }
    return Math.min(index, until);
  }

  private texts(from: number, until: number): readonly string[] {
    const texts: string[] = [];
    for (let index = from; index < until && texts.length < 400; index += 1)
      texts.push(this.tokens.text(index));
    return texts;
  }
}
