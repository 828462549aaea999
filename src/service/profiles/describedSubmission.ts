import * as v from 'valibot';
import { oneOf } from '../fields';
import type { Question } from '../question';
import type { Submission, SubmissionLanguage, SubmissionOffer, Submitted } from '../submission';
import { isRequestId } from '../requestIdInput';
import type { PlainAnswer } from './answer';
import { editorLanguageOf, editorLanguagesKnown, extensionsFor } from './languageNames';
import { at, misplaced, path, place, textAt } from './places';
import { plainSubmission } from './specification';

/** The service’s ID of a language → what it is: VS Code’s identifier of it, or its usual name. */
export const languages = v.optional(v.record(v.string(), v.string()), {});
export const bodyKind = v.optional(oneOf(['json', 'form', 'multipart'] as const), 'json' as const);

/** How a service takes programs, as a description says it. */
export const submission = v.strictObject({
  path,
  body: bodyKind,
  /** of the new ID, in the answer */
  id: place,
  fields: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  languages,
});

export type DescribedSubmission = v.InferOutput<typeof submission>;

/** `understood` is the JSON of an answer that is no failure. */
export function describedOffer(
  described: DescribedSubmission,
  understood: (answer: PlainAnswer, now: number) => unknown,
): SubmissionOffer {
  const known = Object.entries(described.languages).map(([id, said]) => languageOf(id, said));
  const isEachKnown = known.length > 0 && known.every(({ editorLanguages }) => editorLanguages.length > 0);
  return {
    ...plainSubmission,
    languages: known,
    documents: {
      editorLanguages: isEachKnown ? known.flatMap((one) => one.editorLanguages) : editorLanguagesKnown,
      extensions: [],
    },
    hasOptimisation: Object.values(described.fields).includes('{o2}'),
    submit: (handedIn): Question<Submitted> => {
      const extension = known.find(({ id }) => id === handedIn.language)?.extensions[0] ?? '';
      return {
        request: { method: 'POST', path: described.path, ...sent(described, handedIn, extension) },
        read: (answer, now) => submittedIn(understood(answer, now), described.id),
      };
    },
  };
}

function languageOf(id: string, said: string): SubmissionLanguage {
  const isIdentifier = extensionsFor(said).length > 0 || editorLanguagesKnown.includes(said);
  const editorLanguages = isIdentifier ? [said] : editorLanguageOf(said);
  return {
    id,
    name: isIdentifier ? id : said,
    editorLanguages,
    extensions: editorLanguages.flatMap(extensionsFor),
  };
}

function sent(
  { body, fields }: DescribedSubmission,
  handedIn: Submission,
  extension: string,
): Pick<Question<unknown>['request'], 'body' | 'form'> {
  const values = Object.entries(fields).map(
    ([name, template]) => [name, valueOf(template, handedIn)] as const,
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
function valueOf(template: string | number | boolean, handedIn: Submission): string | number | boolean {
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

/** The ID in the answer to a submission. */
function submittedIn(json: unknown, idPlace: string): Submitted {
  const requestId = textAt(json, idPlace, 200) ?? '';
  if (at(json, idPlace) === null) return { kind: 'hidden' };
  if (!isRequestId(requestId)) throw misplaced(json, idPlace, 'submission.id');
  return { kind: 'accepted', requestId, hint: null };
}
