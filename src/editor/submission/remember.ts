import { mementos } from '../keys';
import type { Memento } from 'vscode';
import type { KnownRecord } from '../../records';
import { keyOf, type LastSubmission, type Recents } from './recents';

const mostFiles = 200;
const mostProblems = 20;

/** Saves them, and lets the menus know of the files. */
export async function saveRecents(
  {
    context,
    services,
  }: {
    readonly context: { readonly globalState: Pick<Memento, 'update'> };
    readonly services: { updateContext(): Promise<void> };
  },
  recents: Recents,
): Promise<void> {
  await context.globalState.update(mementos.recents, recents);
  await services.updateContext();
}

/** The recents after a submission of `file`; null: of nothing that is to be submitted again without a question. */
export function remembering(
  recents: Recents,
  service: string,
  file: string | null,
  editorLanguage: string,
  last: LastSubmission,
): Recents {
  const { problemId, language, optimise } = last;
  const problems = [problemId, ...(recents.problems[service] ?? []).filter((id) => id !== problemId)];
  return {
    files: file === null ? recents.files : withNewest(recents.files, keyOf(service, file), last),
    languages: { ...recents.languages, [keyOf(service, editorLanguage)]: { language, optimise } },
    problems: { ...recents.problems, [service]: problems.slice(0, mostProblems) },
  };
}

function withNewest(files: Recents['files'], key: string, last: LastSubmission): Recents['files'] {
  const others = Object.entries(files).filter(([other]) => other !== key);
  return { ...Object.fromEntries(others.slice(1 - mostFiles)), [key]: last };
}

/** The recents once records were removed: without what was submitted for them and for none of those that are `left`. */
export function forgetting(
  recents: Recents,
  removed: readonly KnownRecord[],
  left: readonly KnownRecord[],
): Recents {
  const submitted = removed.filter(({ submission }) => submission);
  const isLeft = (same: (record: KnownRecord) => boolean) =>
    left.some((record) => record.submission && same(record));
  const files = new Set(
    submitted
      .filter(
        ({ service, source }) => !isLeft((one) => one.service === service && one.source?.uri === source?.uri),
      )
      .map(({ service, source }) => keyOf(service, source?.uri ?? '')),
  );
  const isForgotten = (service: string, id: string) => {
    const isIt = (one: KnownRecord) => one.service === service && one.submission?.problemId === id;
    return submitted.some(isIt) && !isLeft(isIt);
  };
  return {
    ...recents,
    files: Object.fromEntries(Object.entries(recents.files).filter(([key]) => !files.has(key))),
    problems: Object.fromEntries(
      Object.entries(recents.problems).map(([service, ids]) => [
        service,
        ids.filter((id) => !isForgotten(service, id)),
      ]),
    ),
  };
}
