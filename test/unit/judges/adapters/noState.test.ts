import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/*
 * A judge keeps no state between calls. Other tests run its functions again with recorded responses and require the same
 * value. The linter has no rule for variables that functions change.
 */

const folder = path.join(__dirname, '../../../../src/judges/adapters');
const sources: ReadonlyMap<string, string> = new Map(
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file.replaceAll('\\', '/'), fs.readFileSync(path.join(folder, file), 'utf8')]),
);

/** Caches of pure functions: they don't change any result. */
const caches: ReadonlySet<string> = new Set(['shared/responseBody.ts: parsedAnswers']);

/** Methods that change a list, a set, or a map. */
const mutators: ReadonlySet<string> = new Set([
  'add',
  'clear',
  'copyWithin',
  'delete',
  'fill',
  'pop',
  'push',
  'reverse',
  'set',
  'shift',
  'sort',
  'splice',
  'unshift',
]);

/** Functions whose value differs from call to call. Use `receivedAt` of a response as the time instead. */
const impure: ReadonlySet<string> = new Set(['Date.now', 'Math.random', 'performance.now']);

/** Returns a message for each line that keeps state between calls or reads the clock. */
function violationsIn(files: ReadonlyMap<string, string>): readonly string[] {
  const options: ts.CompilerOptions = { noLib: true, noResolve: true, target: ts.ScriptTarget.ESNext };
  const parsed = new Map(
    [...files].map(([name, text]) => [name, ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true)]),
  );
  const host: ts.CompilerHost = {
    getSourceFile: (name) => parsed.get(name),
    getDefaultLibFileName: () => '',
    writeFile: () => undefined,
    getCurrentDirectory: () => '',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name) => parsed.has(name),
    readFile: (name) => files.get(name),
  };
  const checker = ts.createProgram([...parsed.keys()], options, host).getTypeChecker();
  const found: string[] = [];
  for (const [name, file] of parsed) {
    const report = (node: ts.Node, words: string): void => {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${name}:${line + 1}: ${words}`);
    };
    const visit = (node: ts.Node): void => {
      if (isImpure(node))
        report(node, `${node.getText()} differs from call to call; use receivedAt of the response`);
      const changed = changedVariable(node);
      const declaration = changed && checker.getSymbolAtLocation(changed)?.valueDeclaration;
      if (
        changed &&
        declaration &&
        keepsState(declaration, node, checker) &&
        !caches.has(`${name}: ${changed.text}`)
      ) {
        report(node, `${changed.text} keeps state between calls`);
      }
      if (ts.isVariableDeclarationList(node) && isModuleLevel(node) && !(node.flags & ts.NodeFlags.Const)) {
        report(node, `${node.getText()}: a variable of the module keeps state between calls; use const`);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

function isModuleLevel(declarations: ts.VariableDeclarationList): boolean {
  return ts.isVariableStatement(declarations.parent) && ts.isSourceFile(declarations.parent.parent);
}

function isImpure(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return impure.has(node.getText());
  const isDate = (one: ts.Expression): boolean => ts.isIdentifier(one) && one.text === 'Date';
  if (ts.isNewExpression(node)) return isDate(node.expression) && (node.arguments?.length ?? 0) === 0;
  return ts.isCallExpression(node) && isDate(node.expression);
}

/** Returns the variable whose value, fields, or items a node changes; null if it changes none. */
function changedVariable(node: ts.Node): ts.Identifier | null {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return isAssignment ? variableOf(node.left) : null;
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const isCount = [ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken].includes(node.operator);
    return isCount ? variableOf(node.operand) : null;
  }
  if (ts.isDeleteExpression(node)) return variableOf(node.expression);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  const { expression: object, name } = node.expression;
  if (object.getText() === 'Object' && name.text === 'assign') {
    const [target] = node.arguments;
    return target ? variableOf(target) : null;
  }
  return mutators.has(name.text) ? variableOf(object) : null;
}

/** Returns `a` of `a`, `a.b`, and `a[0].b`. */
function variableOf(expression: ts.Expression): ts.Identifier | null {
  let inner = expression;
  while (
    ts.isPropertyAccessExpression(inner) ||
    ts.isElementAccessExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isParenthesizedExpression(inner)
  ) {
    inner = inner.expression;
  }
  return ts.isIdentifier(inner) ? inner : null;
}

/** Whether a variable outlives the call that changes it: one of the module, or one that functions of an object share. */
function keepsState(declaration: ts.Declaration, change: ts.Node, checker: ts.TypeChecker): boolean {
  const owner = functionAround(declaration);
  const changer = functionAround(change);
  if (changer === owner) return false;
  return owner === null || returnsFunctions(owner, checker);
}

function functionAround(node: ts.Node): ts.SignatureDeclaration | null {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) {
    if (ts.isFunctionLike(at)) return at;
  }
  return null;
}

/** Whether a function returns an object that has functions, such as an adapter. */
function returnsFunctions(owner: ts.SignatureDeclaration, checker: ts.TypeChecker): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found ||= hasFunctions(node.expression, checker);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  const body =
    ts.isArrowFunction(owner) || ts.isFunctionDeclaration(owner) || ts.isMethodDeclaration(owner)
      ? owner.body
      : null;
  if (body && !ts.isBlock(body)) return hasFunctions(body, checker);
  if (body) ts.forEachChild(body, visit);
  return found;
}

function hasFunctions(value: ts.Node, checker: ts.TypeChecker): boolean {
  if (ts.isParenthesizedExpression(value)) return hasFunctions(value.expression, checker);
  if (!ts.isObjectLiteralExpression(value)) return ts.isFunctionLike(value);
  return value.properties.some((property) => {
    if (ts.isPropertyAssignment(property)) return hasFunctions(property.initializer, checker);
    if (!ts.isShorthandPropertyAssignment(property)) return ts.isMethodDeclaration(property);
    const declaration = checker.getShorthandAssignmentValueSymbol(property)?.valueDeclaration;
    const own = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
    return own !== undefined && ts.isFunctionLike(own);
  });
}

const violationsOf = (source: string): readonly string[] => violationsIn(new Map([['example.ts', source]]));

describe('A judge', () => {
  it('keeps no state between calls, and doesn’t read the clock', () => {
    assert.ok(sources.size > 20);
    assert.deepEqual(violationsIn(sources), []);
  });

  it('is reported for a variable of its module', () => {
    assert.deepEqual(violationsOf('let token = null;\nvar count = 0;'), [
      'example.ts:1: let token = null: a variable of the module keeps state between calls; use const',
      'example.ts:2: var count = 0: a variable of the module keeps state between calls; use const',
    ]);
  });

  it('is reported for a collection or an object of its module that a function changes', () => {
    const changes = [
      'seen.set(1, 2)',
      'seen.all.push(1)',
      'seen[id] = 1',
      'seen.last = id',
      'delete seen[id]',
    ];
    for (const change of [...changes, 'seen.count++', 'Object.assign(seen, {})']) {
      const found = violationsOf(`const seen = make();\nexport const read = (id) => {\n  ${change};\n};`);
      assert.deepEqual(found, ['example.ts:3: seen keeps state between calls'], change);
    }
  });

  it('is reported for a variable that its functions share', () => {
    const judge = `export function judgeAt(site) {
      let session = null;
      const known = new Map();
      async function open(http) { session = await http.get(site); }
      return { open, list(http) { known.set(1, http); return session; } };
    }`;
    assert.deepEqual(violationsOf(judge), [
      'example.ts:4: session keeps state between calls',
      'example.ts:5: known keeps state between calls',
    ]);
  });

  it('is reported for reading the clock or a random number', () => {
    const lines = ['Date.now()', 'new Date()', 'Date()', 'Math.random()', 'performance.now()'];
    assert.equal(violationsOf(lines.join(';\n')).length, lines.length);
    assert.deepEqual(violationsOf('new Date(text); Date.parse(text); Math.round(1)'), []);
  });

  it('may change an object that it creates in the same call', () => {
    const read = `const names = new Map([[1, 'a']]);
      export function read(items) {
        let count = 0;
        const seen = new Set();
        const add = (item) => { count += 1; seen.add(item); };
        items.forEach(add);
        return { count, name: names.get(1) };
      }
      export function other(names) { names.set(1, 2); }`;
    assert.deepEqual(violationsOf(read), []);
  });
});
