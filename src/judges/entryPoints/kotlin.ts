import { kotlinSyntax } from './syntaxes';
import { tokensOf, type Tokens } from './tokens';

export interface KotlinFile {
  /** `a.b.`; empty: none */
  readonly packagePrefix: string;
  /** name of the file's class from `@file:JvmName`; null: it is derived from the name of the file */
  readonly className: string | null;
  /** a function outside of a class starts the program */
  readonly hasMainFunction: boolean;
  /** objects and classes with `@JvmStatic fun main`, with their package: `a.b.Outer$Inner` */
  readonly mainClasses: readonly string[];
}

/** Nested classes below this depth aren't read. */
const MAX_DEPTH = 16;

const modifiers = new Set(
  (
    'public private internal protected open final abstract sealed override suspend inline tailrec operator infix ' +
    'external const lateinit data enum annotation inner value companion actual expect fun'
  ).split(' '),
);

/** Finds the main functions of a Kotlin file. Runs in linear time. */
export function readKotlin(source: string): KotlinFile {
  return new KotlinReader(tokensOf(source, kotlinSyntax)).read();
}

/** Returns the name of the class that the compiler creates for the functions of a file: `1a.kt` becomes `_1aKt`. */
export function kotlinClassName(fileName: string): string {
  const name = fileName.replace(/\.[^.]*$/, '').replaceAll(/[^\p{L}\p{Nd}]/gu, '_');
  const [first = ''] = name;
  return /^[\p{L}_]/u.test(name) ? `${first.toUpperCase()}${name.slice(first.length)}Kt` : `_${name}Kt`;
}

/** A class or object whose body is being read. */
interface KotlinClass {
  /** with the enclosing classes: `Outer$Inner` */
  readonly binaryName: string;
  /** class in which the compiler creates static methods: for a companion, the enclosing class; null: there are none */
  readonly staticName: string | null;
  readonly depth: number;
}

class KotlinReader {
  private packagePrefix = '';
  private className: string | null = null;
  private hasMainFunction = false;
  private readonly mainClasses = new Set<string>();

  constructor(private readonly tokens: Tokens) {}

  read(): KotlinFile {
    this.readDeclarations(0, this.tokens.count, null);
    return {
      packagePrefix: this.packagePrefix,
      className: this.className,
      hasMainFunction: this.hasMainFunction,
      mainClasses: [...this.mainClasses].map((name) => this.packagePrefix + name),
    };
  }

  /** Reads the declarations of a body, or of the file. Skips the bodies of functions. */
  private readDeclarations(from: number, until: number, outer: KotlinClass | null): void {
    const { tokens } = this;
    /** modifiers and annotations before the next declaration */
    const before: string[] = [];
    let index = from;
    while (index < until) {
      if (tokens.is(index, '@')) index = this.readAnnotation(index, until, before);
      else if (tokens.is(index, 'fun') && !tokens.is(index + 1, 'interface')) {
        index = this.readFunction(index, until, before, outer);
        before.length = 0;
      } else if (this.isClassKeyword(index)) {
        index = this.readClass(index, until, before, outer);
        before.length = 0;
      } else if (outer === null && tokens.is(index, 'package') && tokens.startsLine(index)) {
        index = this.readPackage(index, until);
        before.length = 0;
      } else if (tokens.isWord(index) && modifiers.has(tokens.text(index))) {
        before.push(tokens.text(index));
        index += 1;
      } else {
        before.length = 0;
        const isBracket = tokens.is(index, '(') || tokens.is(index, '{') || tokens.is(index, '[');
        index = isBracket ? tokens.closing(index) + 1 : index + 1;
      }
    }
  }

  /** `X::class` and the expression `object : X { }` aren't declarations. */
  private isClassKeyword(index: number): boolean {
    const { tokens } = this;
    if (tokens.is(index - 1, ':') || tokens.is(index - 1, '.')) return false;
    if (tokens.is(index, 'object')) return tokens.isWord(index + 1) || this.isCompanion(index);
    return (tokens.is(index, 'class') || tokens.is(index, 'interface')) && tokens.isWord(index + 1);
  }

  private isCompanion(index: number): boolean {
    return this.tokens.is(index - 1, 'companion');
  }

  /** Reads `@A`, `@a.b.A(…)`, `@file:A`, or `@file:[A B]`, and adds the names of the annotations to `before`. */
  private readAnnotation(from: number, until: number, before: string[]): number {
    const { tokens } = this;
    let index = from + 1;
    const isOfFile = tokens.is(index, 'file') && tokens.is(index + 1, ':');
    if (tokens.isWord(index) && tokens.is(index + 1, ':')) index += 2;
    if (!tokens.is(index, '[')) return this.readAnnotationName(index, isOfFile, before);
    const end = Math.min(tokens.closing(index), until);
    index += 1;
    while (index < end)
      index = tokens.isWord(index) ? this.readAnnotationName(index, isOfFile, before) : index + 1;
    return end + 1;
  }

  private readAnnotationName(from: number, isOfFile: boolean, before: string[]): number {
    const { tokens } = this;
    let index = from;
    while (tokens.is(index + 1, '.') && tokens.isWord(index + 2)) index += 2;
    const name = tokens.text(index);
    before.push(`@${name}`);
    index += 1;
    if (!tokens.is(index, '(') || !tokens.isAdjacent(index - 1)) return index;
    const end = tokens.closing(index);
    if (name === 'JvmName') {
      const value = tokens.are(index + 1, ['name', '=']) ? index + 3 : index + 1;
      if (isOfFile && tokens.isText(value)) this.className = tokens.text(value);
      else before.push(`@JvmName=${tokens.text(value)}`);
    }
    return end + 1;
  }

  private readPackage(from: number, until: number): number {
    const { tokens } = this;
    let index = from + 1;
    const names: string[] = [];
    while (index < until && tokens.isWord(index)) {
      names.push(tokens.text(index));
      if (!tokens.is(index + 1, '.')) break;
      index += 2;
    }
    this.packagePrefix = names.map((name) => `${name}.`).join('');
    return index + 1;
  }

  /** Reads a class, an interface, or an object up to the end of its body. */
  private readClass(
    from: number,
    until: number,
    before: readonly string[],
    outer: KotlinClass | null,
  ): number {
    const { tokens } = this;
    const isObject = tokens.is(from, 'object');
    const isCompanion = isObject && before.includes('companion');
    const isNamed = tokens.isWord(from + 1);
    const name = isNamed ? tokens.text(from + 1) : 'Companion';
    const open = this.bodyOf(isNamed ? from + 2 : from + 1, until);
    if (!tokens.is(open, '{')) return open;
    const end = Math.min(tokens.closing(open), until);
    const depth = outer === null ? 0 : outer.depth + 1;
    if (depth < MAX_DEPTH) {
      const binaryName = outer === null ? name : `${outer.binaryName}$${name}`;
      const ofObject = isCompanion ? (outer?.binaryName ?? null) : binaryName;
      this.readDeclarations(open + 1, end, { binaryName, staticName: isObject ? ofObject : null, depth });
    }
    return end + 1;
  }

  /** Returns the index of the `{` that begins the body of a class, or else of the token after its header. */
  private bodyOf(from: number, until: number): number {
    const { tokens } = this;
    let index = from;
    while (index < until && !tokens.is(index, '{')) {
      const isNext =
        tokens.is(index, 'fun') ||
        tokens.is(index, 'val') ||
        tokens.is(index, 'var') ||
        tokens.is(index, 'typealias') ||
        tokens.is(index, ';') ||
        tokens.is(index, '}') ||
        (tokens.is(index, '@') && tokens.startsLine(index)) ||
        this.isClassKeyword(index);
      if (isNext) return this.firstModifier(index, from);
      const isBracket = tokens.is(index, '(') || tokens.is(index, '[');
      index = isBracket ? tokens.closing(index) + 1 : index + 1;
    }
    return index;
  }

  /** Goes back over the modifiers of a declaration, so that they are read with it. */
  private firstModifier(declaration: number, from: number): number {
    const { tokens } = this;
    let index = declaration;
    // no declaration has more modifiers
    const first = Math.max(from, declaration - 8);
    while (index > first && tokens.isWord(index - 1) && modifiers.has(tokens.text(index - 1))) index -= 1;
    return index;
  }

  /** Reads a function up to the end of its header. */
  private readFunction(
    from: number,
    until: number,
    before: readonly string[],
    outer: KotlinClass | null,
  ): number {
    const { tokens } = this;
    // with type parameters or a receiver, the name isn't followed by the parameters
    const isPlain = tokens.isWord(from + 1) && tokens.is(from + 2, '(');
    if (!isPlain) return from + 1;
    const name = before.find((text) => text.startsWith('@JvmName='))?.slice('@JvmName='.length);
    const close = tokens.closing(from + 2);
    const isMain = (name ?? tokens.text(from + 1)) === 'main' && this.returnsNothing(close + 1);
    const count = isMain ? this.argumentsOfMain(from + 2, Math.min(close, until)) : null;
    const isPrivate = before.includes('private');
    // the compiler adds a public method for a function without arguments
    if (outer === null) {
      if (count === 0 || (count === 1 && !isPrivate)) this.hasMainFunction = true;
    } else if (outer.staticName !== null && count === 1 && !isPrivate && before.includes('@JvmStatic'))
      this.mainClasses.add(outer.staticName);
    return close + 1;
  }

  private returnsNothing(index: number): boolean {
    const { tokens } = this;
    if (!tokens.is(index, ':')) return true;
    const isQualified = tokens.are(index + 1, ['kotlin', '.']);
    return tokens.is(isQualified ? index + 3 : index + 1, 'Unit');
  }

  /** Returns whether the parameters are an array of strings (1) or nothing (0); null: something else. */
  private argumentsOfMain(open: number, close: number): 0 | 1 | null {
    const { tokens } = this;
    if (close === open + 1) return 0;
    const parts: string[] = [];
    for (let index = open + 1; index < close && parts.length < 30; index += 1) parts.push(tokens.text(index));
    const type = parts.join(' ').replaceAll('kotlin . ', '');
    return /^(?:vararg [^ ]+ : String|[^ ]+ : Array < (?:out |in )?String >) ?\??(?: ?,)?$/.test(type)
      ? 1
      : null;
  }
}
