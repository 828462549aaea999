import ts from 'typescript';

export interface Sentences {
  readonly texts: readonly string[];
  /** Line numbers of calls whose text isn't a string literal, 1-based. */
  readonly unreadable: readonly number[];
}

/**
 * Returns the first argument of each `l10n.t` in TypeScript code, and the texts of lists with `satisfies Sentences`. In a
 * file with such a list, the argument may be a variable.
 */
export function sentencesIn(source: string): Sentences {
  const texts: string[] = [];
  const unreadable: number[] = [];
  if (!source.includes('l10n.t(')) return { texts, unreadable };
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest);
  let hasList = false;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTranslation(node.expression)) {
      const [text] = node.arguments;
      if (text && ts.isStringLiteralLike(text)) texts.push(text.text);
      else unreadable.push(file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1);
    }
    const list = sentenceList(node);
    if (list) {
      hasList = true;
      texts.push(...list.elements.filter(ts.isStringLiteralLike).map(({ text }) => text));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { texts, unreadable: hasList ? [] : unreadable };
}

/** Returns the list if the node is `[…] satisfies Sentences`. */
export function sentenceList(node: ts.Node): ts.ArrayLiteralExpression | null {
  if (!ts.isSatisfiesExpression(node) || !ts.isArrayLiteralExpression(node.expression)) return null;
  const isMarked =
    ts.isTypeReferenceNode(node.type) &&
    ts.isIdentifier(node.type.typeName) &&
    node.type.typeName.text === 'Sentences';
  return isMarked ? node.expression : null;
}

/** Returns whether a function is `l10n.t` or `vscode.l10n.t`. */
function isTranslation(called: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(called) || called.name.text !== 't') return false;
  const owner = ts.isPropertyAccessExpression(called.expression) ? called.expression.name : called.expression;
  return ts.isIdentifier(owner) && owner.text === 'l10n';
}
