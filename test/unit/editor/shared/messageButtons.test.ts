import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Why a message has no button. Each contains the sentences of these messages, or else the file and the expression. */
const withoutButtons: Readonly<Record<string, readonly string[]>> = {
  'It only reports what was done.': [
    'followJudge.ts: words',
    'Connected to {0}.',
    'index.ts: words',
    'Your question was sent to the jury of {0}.',
    'The settings of {0} are corrected.',
    '{0} was submitted ({1}). Only the response was lost.',
    'Submitted {0}. {1} shows no result until the contest ends.',
    'MCP configuration copied. Programs that use it can read all of your results on this computer.',
    'Callback URL copied. Anyone who knows it can send requests to this computer. Enter it only on the judge’s site.',
    'Signed out of {0}.',
    'Signed out of {0}, but the session on its website couldn’t be ended.',
    'checkCredential.ts: joined(’ ’, more, signedIn)',
    'checkCredential.ts: joined(’ ’, signedIn, more)',
    'The credentials for {0} are saved. They haven’t been checked yet.',
  ],
  'It is under way.': [
    '{0} is already running.',
    'The samples of {0} are already being sent.',
    '{0} is already being submitted.',
  ],
  'There is nothing that the command could do.': [
    'No results to export.',
    'The clipboard contains neither the URL of an online judge nor a submission ID.',
    'No contest of yours on {0} is known.',
    '{0} has no problems yet.',
    'No results to compare.',
    'No results for {0}.',
    'No undefined status codes in results from {0}.',
    'The status codes of {0} are built in.',
    'This case is no longer available.',
    'The inputs of this result are no longer available.',
    'The output of this case isn’t available.',
    '{0} no longer exists.',
    'The submitted code isn’t saved.',
    'The submitted code isn’t saved. It is saved when you submit or set a source file.',
    '{0} was imported from a file and can’t be refreshed.',
    'Choose “Debug Case” in the context menu of a case first.',
  ],
  'The judge doesn’t offer it.': [
    'The judge sent only the beginning of this input.',
    'The judge doesn’t send the input of this case.',
    '{0} returned no code for {1}.',
    '{0} has no page for this result.',
    'showStatement.ts: words',
    '{0} has no questions to the jury.',
    '{0} doesn’t support callbacks.',
    '{0} doesn’t report any points.',
    '{0} sent a sign-in page without encryption, so it wasn’t opened.',
    'Your account on {0} belongs to no team, so it has no submissions to follow.',
    'No token page is known for {0}. Look in your account settings on the site.',
    'showUserNameNeeded.ts: words',
    'Samples skipped: {0}. {1}',
    'Samples skipped, because together they are too many or too large: {0}.',
    'Samples skipped: {0}. A sample may have up to {1}.',
  ],
  'The user has to change the program, or another file.': [
    '{0} is empty.',
    '{0} is interactive: your program talks to the judge’s. To run it here, put a program “interactor” next to it. You can also submit it.',
    '{0} can’t be opened as text.',
    '{0} couldn’t be saved.',
    'problemForm.ts: message',
    'checkSource.ts: words',
    'editSamples.ts: failedWords(removed)',
    'saveCase.ts: failedWords(saved)',
    'getSamples.ts: failedWords(saved)',
    'sampleEditor.ts: outcome.words',
    'importResults.ts: importFailure(saved, fileName(file.path))',
    'debugCase.ts: unsupportedWords(made)',
  ],
  'Only the system, or the user outside of VS Code, can change it.': [
    'Couldn’t write {0}: {1}',
    'No file was created for {0}.',
    'No file was created for {0}: {1}',
    'storageProblems.ts: words',
    'Samples can’t be saved next to {0}, because its folder is read-only.',
    '{0} can’t be run here: it isn’t a file on the computer that runs this extension.',
    '{0} wasn’t run: it needs a folder that only you can change. {1}',
    'HTTP callbacks aren’t available in a browser. Use VS Code for desktop.',
    'The MCP server isn’t available in a browser. Use VS Code for desktop.',
    'Problems can’t be received in VS Code for the Web. Use VS Code for desktop.',
  ],
  'A link, a description, or arguments are wrong, and their author has to correct them.': [
    'The link has no valid ID.',
    'The file in the link isn’t in this workspace: {0}',
    'The judge in the link can’t be added. {0}',
    'The judge in {0} can’t be added. {1}',
    '{0} can’t be shared. {1}',
    'Couldn’t submit: invalid arguments.',
    'askSite.ts: refused',
    'editJudges.ts: notAddedWords(name, read.problems)',
    'credentialAsId.ts: credentialAsIdWords()',
  ],
  'The rows to refresh are selected in the list.': [
    'A result couldn’t be exported because it can’t be read from disk. Use “Refresh” to fetch it again.',
    '{0} results couldn’t be exported because they can’t be read from disk. Use “Refresh” to fetch them again.',
  ],
  'A button would repeat a submission that the user has just canceled.': [
    'Canceled. {1} may already have been submitted to {0}, but no ID was returned.',
  ],
};

describe('A message', () => {
  it('has a button, unless there is a reason why it needs none', () => {
    const expected = Object.values(withoutButtons).flat();
    const found = [...new Set(sourceFiles().flatMap(messagesWithoutButtons))];
    const unexplained = found.filter((message) => !expected.includes(message));
    assert.deepEqual(unexplained, [], 'add a button that helps, or a reason to the table');
    const unused = expected.filter((message) => !found.includes(message));
    assert.deepEqual(unused, [], 'these messages have a button, or no longer exist');
  });
});

function sourceFiles(): readonly string[] {
  const root = path.join(__dirname, '../../../../src');
  return fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(root, name));
}

/** Returns the sentences of the notifications and dialogs in a file that have no button. */
function messagesWithoutButtons(file: string): readonly string[] {
  const text = fs.readFileSync(file, 'utf8');
  if (!text.includes('Message(')) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const message = ts.isCallExpression(node) ? shownWithoutButton(node) : null;
    if (message) {
      const sentences = sentencesOf(message);
      const expression = `${path.basename(file)}: ${message.getText().replaceAll("'", '’')}`;
      found.push(...(sentences.length > 0 ? sentences : [expression]));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the message of a call that shows one without a button; null: the call does something else. */
function shownWithoutButton({ expression, arguments: given }: ts.CallExpression): ts.Expression | null {
  if (!ts.isPropertyAccessExpression(expression)) return null;
  if (!/^show(?:Error|Warning|Information)Message$/.test(expression.name.text)) return null;
  const [message, ...others] = given;
  const hasButton = others.some((argument) => !isOptions(argument));
  return message && !hasButton ? message : null;
}

/** Returns whether the argument is `{ modal, detail }`. */
function isOptions(argument: ts.Expression): boolean {
  return (
    ts.isObjectLiteralExpression(argument) &&
    argument.properties.some(({ name }) => name?.getText() === 'modal')
  );
}

/** Returns the texts of all `l10n.t(…)` in an expression. */
function sentencesOf(expression: ts.Node): readonly string[] {
  const sentences: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'l10n.t') {
      const [sentence] = node.arguments;
      if (sentence && ts.isStringLiteralLike(sentence)) sentences.push(sentence.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(expression);
  return sentences;
}
