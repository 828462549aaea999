import type { ProgramFile, Submission, SubmissionLanguage } from '../submission';
import { entryPointOf, type EntryPoint } from './index';
import { readJava } from './java';

/** A language, and how its files are recognized. */
type Language = Pick<
  SubmissionLanguage,
  'id' | 'name' | 'editorLanguages' | 'extensions' | 'acceptedExtensions'
>;

/** Decides about a submission. `language`: the chosen one, as the judge lists it; null: the judge doesn't list it. */
export function entryPointOfSubmission(
  submission: Pick<Submission, 'code' | 'fileName' | 'others' | 'language' | 'entry'>,
  language: Language | null,
): EntryPoint {
  const { code, fileName, others, entry } = submission;
  const { editorLanguages = [], extensions = [], acceptedExtensions = extensions } = language ?? {};
  const mainName = others?.mainName ?? fileName ?? `main${acceptedExtensions[0] ?? ''}`;
  return entryPointOf(
    {
      language: editorLanguages[0] ?? language?.name ?? submission.language,
      files: [{ fileName: mainName, text: code }, ...(others?.files ?? [])],
      active: mainName,
      extensions: acceptedExtensions,
    },
    entry?.start ?? null,
  );
}

/** Returns the name of a Java file at judges that compile every Java program as `Main.java`. */
export function javaAsMain(editorLanguage: string): string | null {
  return editorLanguage === 'java' ? 'Main' : null;
}

/** Returns the first class of a Java file, after which some judges name the file and which they start. */
export function firstJavaClass(editorLanguage: string, _problemId: string, code: string): string | null {
  return editorLanguage === 'java' ? readJava(code).firstClass : null;
}

export function filesToSend({ sent }: EntryPoint): readonly ProgramFile[] {
  return sent.map(({ file, fileName }) => ({ fileName, text: file.text }));
}
