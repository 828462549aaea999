import { l10n, window } from 'vscode';
import {
  entryPointOfSubmission,
  sendingQuestion,
  type NamedProgram,
  type SendingQuestion,
  type SubmissionLanguage,
  type SubmissionSupport,
  type SubmittedEntry,
} from '../../judges';
import { confirms } from '../shared/dialogs/dialogs';
import { answerOrNull } from '../shared/failures/showFailure';
import { nameOfJudge } from '../labels/judgeLabels';
import { joined } from '../labels/recordLabels';
import { listComma, sanitizeForUi } from '../labels/sanitizeText';
import { fileNameOf, otherFilesOf, type SourceToSubmit } from '../program';
import type { Core } from '../shared/core';
import type { ChosenSubmission, Prepared } from './submitSteps';

/** Known data about the start of a program before it is sent. */
export interface CheckedEntry {
  /** absent: there is nothing to choose */
  readonly entry?: SubmittedEntry;
  /** Names and entry point of the sent files, for the confirmation; empty: the judge chooses the name */
  readonly sentAs: string;
}

/**
 * Prompts for the start of the program if the judge requires it, and shows why the program can't run there. Null: the user
 * doesn't want to send it.
 */
export async function checkEntryPoint(
  extension: Core,
  { judge, offer, source }: Prepared,
  choices: ChosenSubmission,
): Promise<CheckedEntry | null> {
  if (!offer.keepsFileNames && !offer.compiledAs) return { sentAs: '' };
  const program = programOf(source, choices);
  const language = await languageOf(extension, { judge, offer, source }, choices, program);
  const question = sendingQuestion(program, language, offer);
  if (question === null) return { sentAs: entryWords(program, language, offer) };
  if (question.kind === 'choose') {
    const start = await askStart(question, source.name);
    if (start === null) return null;
    const entry = { start };
    return { entry, sentAs: entryWords({ ...program, entry }, language, offer) };
  }
  const { message, detail } = explain(question, nameOfJudge(judge), source.name);
  if (!(await confirms(message, l10n.t('Submit Anyway'), detail))) return null;
  return { sentAs: entryWords(program, language, offer) };
}

/** Returns the chosen language. Fetches it only if it decides about a question. */
async function languageOf(
  extension: Core,
  { judge, offer, source }: Prepared,
  choices: ChosenSubmission,
  program: NamedProgram,
): Promise<SubmissionLanguage> {
  const { language: id, submissionLanguage } = choices;
  const ofEditor = { id, name: id, editorLanguages: [source.editorLanguage], extensions: [] };
  const { keepsFileNames, languages = [], fetchForm } = offer;
  if (!keepsFileNames) return ofEditor;
  const known = submissionLanguage ?? languages.find((language) => language.id === id);
  if (known) return known;
  if (!fetchForm || entryPointOfSubmission(program, ofEditor).trouble === null) return ofEditor;
  const form = await answerOrNull(extension, judge, (http) => fetchForm(http, choices));
  return form?.languages.find((language) => language.id === id) ?? ofEditor;
}

/** Prompts for the class or file that starts the program. Null: the user canceled. */
async function askStart(
  { name, candidates, leavesOut }: Extract<SendingQuestion, { kind: 'choose' }>,
  file: string,
): Promise<string | null> {
  const items = candidates.map((candidate) => ({ label: sanitizeForUi(candidate, 100), candidate }));
  const chosen = await window.showQuickPick(items, {
    title: sanitizeForUi(name ?? l10n.t('Main file'), 60),
    placeHolder: leavesOut
      ? l10n.t('Select the file that starts the program. The other files with a main function aren’t sent.')
      : l10n.t('Select what starts {0}', file),
    ignoreFocusOut: true,
  });
  return chosen?.candidate ?? null;
}

function explain(
  question: Exclude<SendingQuestion, { kind: 'choose' }>,
  judge: string,
  file: string,
): { readonly message: string; readonly detail: string } {
  switch (question.kind) {
    case 'judgeChooses': {
      const classes = question.candidates.map((name) => sanitizeForUi(name, 60)).join(listComma());
      return {
        message: l10n.t('{0} starts the first class with a main method that it finds: {1}.', judge, classes),
        detail: l10n.t('To be sure, remove the other main methods, or don’t send their files.'),
      };
    }
    case 'noMain':
      return { message: l10n.t('Nothing in {0} starts the program.', file), detail: '' };
    case 'refusedName':
      return {
        message: l10n.t('{0} doesn’t accept the name “{1}”.', judge, sanitizeForUi(question.name, 60)),
        detail: l10n.t('Rename it. Names can contain the letters A to Z, digits, and “_”.'),
      };
    case 'unreachable':
      return {
        message: l10n.t('{0} won’t find “{1}”.', judge, sanitizeForUi(question.name, 100)),
        detail: l10n.t(
          'Files are sent without folders. Classes in packages and modules other than Main aren’t started.',
        ),
      };
    case 'java25':
      return {
        message: l10n.t('Only Java 25 starts {0}, and {1} may not find its main method.', file, judge),
        detail: l10n.t('Declare “{0}” in a class.', 'public static void main(String[] args)'),
      };
    case 'otherClass': {
      const { found, required, isFirst } = question;
      const message = l10n.t(
        '{0} starts the class {1}, but {2} contains {3}.',
        judge,
        required,
        file,
        sanitizeForUi(found, 60),
      );
      return {
        message,
        detail: isFirst
          ? l10n.t('Move the class to the top of the file, and don’t put it in a package.')
          : l10n.t('Rename the class, and don’t put it in a package.'),
      };
    }
  }
}

/** Returns the data of a program that determine the names of the sent files. */
function programOf(
  source: SourceToSubmit,
  { language, problemId }: Pick<NamedProgram, 'language' | 'problemId'>,
): NamedProgram {
  return {
    code: source.code,
    fileName: fileNameOf(source),
    others: otherFilesOf(source),
    language,
    problemId,
  };
}

/**
 * Returns the name and the entry point that a language gives the file: `Hello.java · Main class: Hello`; empty: the judge
 * renames it.
 */
export function namesInLanguage(
  source: SourceToSubmit,
  language: SubmissionLanguage,
  offer: SubmissionSupport,
): string {
  return entryWords(programOf(source, { language: language.id, problemId: '' }), language, offer);
}

/** Returns the names and the entry point of the sent files; empty: the judge chooses the name. */
function entryWords(
  program: NamedProgram,
  language: SubmissionLanguage | null,
  { keepsFileNames }: SubmissionSupport,
): string {
  if (!keepsFileNames) return '';
  const { sent, mainClass, mainFile } = entryPointOfSubmission(program, language);
  const name = language?.entryPoint;
  const start = name !== undefined && /\bfile/i.test(name) ? mainFile : (mainClass ?? mainFile);
  const names = sent.map(({ fileName }) => sanitizeForUi(fileName, 60)).join(listComma());
  const isNamed = name !== undefined && start !== null;
  return joined(' · ', names, isNamed ? `${sanitizeForUi(name, 40)}: ${sanitizeForUi(start, 60)}` : '');
}
