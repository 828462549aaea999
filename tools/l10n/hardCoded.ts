import ts from 'typescript';
import { presentedJudges } from '../docs/judges';
import { sentenceList } from './sentences';

/** Words that are the same in every language: judges without a Chinese name, and a few more. */
export const names: ReadonlySet<string> = new Set([
  ...presentedJudges.filter(({ chineseName }) => chineseName === undefined).map(({ name }) => name),
  ...['DOMjudge, PC²', 'testlib', 'HTTP Basic'],
]);

/** Properties that VS Code displays in rows, buttons, pickers, input boxes, and notifications. */
const shownProperties = new Set([
  ...['label', 'description', 'detail', 'title', 'tooltip', 'prompt', 'placeHolder', 'placeholder'],
  ...['message', 'ariaLabel', 'text', 'name'],
]);
const shownCalls = /(^|\.)(show(Information|Warning|Error)Message|setStatusBarMessage|createOutputChannel)$/;
/** Functions whose arguments are translated or only logged. */
const unshownCalls = /(^|\.)(l10n\.t|log\.\w+|(trace|debug|info|warn|error)|onError|logError)$/;

export interface HardCoded {
  /** Line number, 1-based. */
  readonly line: number;
  readonly text: string;
}

/** Finds text for users that isn't in `l10n.t`. `source`: TypeScript code. */
export function wordsOutsideL10n(source: string): readonly HardCoded[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const hardCoded: HardCoded[] = [];
  const visit = (node: ts.Node, isShown: boolean): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isComparison(node) || isError(node)) return;
    if (sentenceList(node)) return;
    if (ts.isCaseClause(node)) return node.statements.forEach((statement) => visit(statement, false));
    if (ts.isCallExpression(node)) return visitCall(node, isShown);
    // A property name isn't displayed.
    if (ts.isPropertyAssignment(node))
      return visit(node.initializer, shownProperties.has(node.name.getText()));
    if (isText(node) && isHardCoded(node, isShown)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      hardCoded.push({ line: line + 1, text: node.getText().slice(1, -1) });
      return;
    }
    // Parts of a conditional or template expression are displayed if the whole expression is.
    const isPart = ts.isExpression(node) && !ts.isFunctionLike(node) && !ts.isObjectLiteralExpression(node);
    node.forEachChild((child) => visit(child, isShown && isPart));
  };
  const visitCall = (call: ts.CallExpression, isShown: boolean): void => {
    const called = call.expression.getText();
    visit(call.expression, isShown);
    for (const argument of call.arguments) {
      if (!(unshownCalls.test(called) && isText(argument))) visit(argument, shownCalls.test(called));
    }
  };
  visit(file, false);
  return hardCoded;
}

type Text = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression;

function isText(node: ts.Node): node is Text {
  return (
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)
  );
}

function isHardCoded(node: Text, isShown: boolean): boolean {
  const text = wordsOf(node);
  if (names.has(text)) return false;
  if (isShown && /\p{L}{2}/u.test(text)) return true;
  // Most other strings are identifiers. Text for users begins with a capital letter or ends like a sentence.
  const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  return /^\P{L}*\p{Lu}\p{Ll}+(?:[\s.,:;!?…]|$)/u.test(text) || (words.length > 1 && /[.!?…]$/.test(text));
}

/** Returns the text without the parts that aren't words: embedded values, icons, URLs, and SVG images. */
function wordsOf(node: Text): string {
  const pieces = ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
    : [node.text];
  const text = pieces.join('{}').trim();
  return /^<[!\w]/.test(text) ? '' : text.replace(/\$\([\w~-]+\)|https?:\S+/g, '').trim();
}

function isComparison(node: ts.Node): boolean {
  return ts.isBinaryExpression(node) && /^[!=]==?$/.test(node.operatorToken.getText());
}

/** Returns whether the node creates an error. Errors are meant for developers and for the log. */
function isError(node: ts.Node): boolean {
  return ts.isNewExpression(node) && /Error$/.test(node.expression.getText());
}
