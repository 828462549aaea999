import {
  entryPointOfSubmission,
  type NamedProgram,
  type SubmissionLanguage,
  type SubmissionSupport,
} from '../../judges';
import { joined } from '../labels/recordLabels';
import { listComma, sanitizeForUi } from '../labels/text';
import { fileNameOf, otherFilesOf, type SourceToSubmit } from '../program';

/** Returns the data of a program that decide about the names that are sent. */
export function programOf(
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

/** Returns what a language makes of the file’s name: `Hello.java · Main class: Hello`; empty: the judge renames it. */
export function namesInLanguage(
  source: SourceToSubmit,
  language: SubmissionLanguage,
  offer: SubmissionSupport,
): string {
  return entryWords(programOf(source, { language: language.id, problemId: '' }), language, offer);
}

/** Returns the names and the entry point that are sent; empty: the judge gives the file another name. */
export function entryWords(
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
