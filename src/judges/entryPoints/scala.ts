import { scalaSyntax } from './syntaxes';
import { tokensOf, type Tokens } from './tokens';

/** An object outside of all classes. */
export interface ScalaObject {
  readonly name: string;
  /** with its package: `a.b.Prog` */
  readonly className: string;
  readonly startsProgram: boolean;
  readonly hasParent: boolean;
}

/** Finds the objects of a Scala file outside of classes, and its `@main` functions. Runs in linear time. */
export function readScala(source: string): readonly ScalaObject[] {
  return new ScalaReader(tokensOf(source, scalaSyntax)).read();
}

class ScalaReader {
  private readonly objects: ScalaObject[] = [];

  constructor(private readonly tokens: Tokens) {}

  read(): readonly ScalaObject[] {
    this.readDeclarations(0, this.tokens.count, '', 0);
    return this.objects;
  }

  /** Reads a file or the body of a package. `prefix`: name of the package with a dot. */
  private readDeclarations(from: number, until: number, prefix: string, depth: number): void {
    const { tokens } = this;
    let inPackage = prefix;
    let isMainFunction = false;
    let index = from;
    while (index < until) {
      if (tokens.is(index, 'package') && !tokens.is(index + 1, 'object')) {
        const { name, end } = this.readName(index + 1, until);
        // a longer name isn't a real one
        const inner = `${inPackage}${name}.`.slice(-1_000);
        if (tokens.is(end, '{') && depth < 16) {
          const close = Math.min(tokens.closing(end), until);
          this.readDeclarations(end + 1, close, inner, depth + 1);
          index = close + 1;
        } else {
          inPackage = inner;
          index = end;
        }
      } else if (tokens.is(index, '@') && tokens.is(index + 1, 'main')) {
        isMainFunction = true;
        index += 2;
      } else if (tokens.is(index, 'def') && isMainFunction && tokens.isWord(index + 1)) {
        const name = tokens.text(index + 1);
        this.objects.push({ name, className: inPackage + name, startsProgram: true, hasParent: false });
        isMainFunction = false;
        index += 2;
      } else if (tokens.is(index, 'object') && tokens.isWord(index + 1) && !tokens.is(index - 1, 'package'))
        index = this.readObject(index, until, inPackage);
      else {
        const isBracket = tokens.is(index, '(') || tokens.is(index, '{') || tokens.is(index, '[');
        const isBody = (tokens.is(index, 'class') || tokens.is(index, 'trait')) && tokens.startsLine(index);
        if (isBody) index = this.endOfIndented(index, until);
        else index = isBracket ? tokens.closing(index) + 1 : index + 1;
      }
    }
  }

  private readName(from: number, until: number): { readonly name: string; readonly end: number } {
    const { tokens } = this;
    const names: string[] = [];
    let index = from;
    while (index < until && tokens.isWord(index)) {
      if (names.length < 50) names.push(tokens.text(index));
      index += 1;
      if (!tokens.is(index, '.')) break;
      index += 1;
    }
    return { name: names.join('.'), end: index };
  }

  /** Reads an object with braces, with an indented body (Scala 3), or without a body. */
  private readObject(from: number, until: number, prefix: string): number {
    const { tokens } = this;
    const name = tokens.text(from + 1);
    let index = from + 2;
    let hasParent = false;
    let isApp = false;
    while (index < until && !tokens.is(index, '{') && !this.isNextDeclaration(index)) {
      if (tokens.is(index, 'extends') || tokens.is(index, 'with') || tokens.is(index, ',')) {
        hasParent = true;
        const parent = this.readName(index + 1, until);
        isApp ||= /^(?:scala\.)?App$/.test(parent.name);
      }
      // `object Prog:` begins an indented body
      if (tokens.is(index, ':') && tokens.startsLine(index + 1)) break;
      index = tokens.is(index, '(') || tokens.is(index, '[') ? tokens.closing(index) + 1 : index + 1;
    }
    const hasBraces = tokens.is(index, '{');
    const hasIndentedBody = tokens.is(index, ':');
    const end = hasBraces
      ? Math.min(tokens.closing(index), until)
      : hasIndentedBody
        ? this.endOfIndented(from, until)
        : index;
    const startsProgram = isApp || ((hasBraces || hasIndentedBody) && this.hasMain(index + 1, end));
    this.objects.push({ name, className: prefix + name, startsProgram, hasParent });
    return hasBraces ? end + 1 : Math.max(end, from + 2);
  }

  private isNextDeclaration(index: number): boolean {
    const { tokens } = this;
    if (!tokens.startsLine(index)) return tokens.is(index, ';');
    return /^(?:object|class|trait|case|package|def|val|var|lazy|private|protected|sealed|abstract|final|import|implicit|enum|@)$/.test(
      tokens.text(index).slice(0, 20),
    );
  }

  /** Returns the index of the first token after `from` that begins a line without a deeper indentation. */
  private endOfIndented(from: number, until: number): number {
    const { tokens } = this;
    const indentation = tokens.column(this.lineStart(from));
    let isFirstLine = true;
    let index = from + 1;
    while (index < until) {
      if (tokens.startsLine(index)) {
        isFirstLine = false;
        if (tokens.column(index) <= indentation && !tokens.is(index, '{')) return index;
      }
      if (isFirstLine && tokens.is(index, '{')) return tokens.closing(index) + 1;
      const isBracket = tokens.is(index, '(') || tokens.is(index, '{') || tokens.is(index, '[');
      index = isBracket ? tokens.closing(index) + 1 : index + 1;
    }
    return until;
  }

  /** Modifiers such as `case` may precede `object` in its line. */
  private lineStart(from: number): number {
    let index = from;
    while (index > 0 && index > from - 8 && !this.tokens.startsLine(index)) index -= 1;
    return index;
  }

  /** Returns whether a body declares `def main(args: Array[String])`. */
  private hasMain(from: number, until: number): boolean {
    const { tokens } = this;
    for (let index = from; index < until;) {
      const isMain =
        tokens.are(index, ['def', 'main', '(']) &&
        tokens.are(index + 4, [':', 'Array', '[', 'String', ']']) &&
        !tokens.is(index - 1, 'private');
      if (isMain) return true;
      const isBracket = tokens.is(index, '(') || tokens.is(index, '{') || tokens.is(index, '[');
      index = isBracket ? tokens.closing(index) + 1 : index + 1;
    }
    return false;
  }
}
