import type { Submission, SubmissionLanguage, SubmissionOffer } from '../../profile';
import { editorLanguagesKnown, extensionsFor } from '../languageNames';
import { plainSubmission } from '../specification';
import { readSubmitted, understood } from './answers';
import type { JsonDescription } from './description';

/** How the service takes programs, as far as its description says that. */
export function submissionOffer({ submission, failure }: JsonDescription): SubmissionOffer | null {
  if (!submission) return null;
  const { path, body, id, fields } = submission;
  const languages = Object.entries(submission.languages).map(([name, editorLanguage]): SubmissionLanguage => {
    return { id: name, name, editorLanguages: [editorLanguage], extensions: extensionsFor(editorLanguage) };
  });
  const isNamed = languages.length > 0;
  const extensionOf = (language: string) => languages.find((one) => one.id === language)?.extensions[0] ?? '';
  return {
    ...plainSubmission,
    languages,
    documents: {
      editorLanguages: isNamed ? languages.flatMap((one) => one.editorLanguages) : editorLanguagesKnown,
      extensions: [],
    },
    hasOptimisation: Object.values(fields).includes('{o2}'),
    submit: (handedIn) => ({
      request: { method: 'POST', path, ...sent(body, fields, handedIn, extensionOf(handedIn.language)) },
      read: (answer, now) => readSubmitted(understood(answer, now, failure), id),
    }),
  };
}

type Fields = Readonly<Record<string, string | number | boolean>>;

function sent(body: 'json' | 'form' | 'multipart', fields: Fields, handedIn: Submission, extension: string) {
  const values = Object.entries(fields).map(
    ([name, template]) => [name, filled(template, handedIn)] as const,
  );
  if (body === 'json') return { body: Object.fromEntries(values) };
  const form = values.map(([name, value]) => [
    name,
    // a file makes the form multipart
    body === 'multipart' && fields[name] === '{code}'
      ? { fileName: `main${extension}`, text: String(value) }
      : String(value),
  ]);
  return { form: Object.fromEntries(form) as Record<string, string> };
}

/** One field of what is sent: a value of its own, or a part of what is handed in. */
function filled(template: string | number | boolean, handedIn: Submission): string | number | boolean {
  switch (template) {
    case '{problem}':
      return handedIn.problemId;
    case '{problem:number}':
      return /^\d{1,15}$/.test(handedIn.problemId) ? Number(handedIn.problemId) : handedIn.problemId;
    case '{language}':
      return handedIn.language;
    case '{code}':
      return handedIn.code;
    case '{o2}':
      return handedIn.optimise;
    case '{trackId}':
      return handedIn.trackId;
    default:
      return template;
  }
}
