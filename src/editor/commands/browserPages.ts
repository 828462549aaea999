import { env, l10n, Uri, window } from 'vscode';
import type { ServiceProfile } from '../../service';
import type { Uses } from '../extensionServices';
import { nameOfService, serviceName } from '../words/serviceWords';
import { showSettingsProblems } from '../prompts/settingsProblems';
import { isProblemId } from '../submission/input';
import { guessProblem } from '../submission/proposals';
import { lastOf, loadRecents } from '../submission/recents';
import { pickRecords } from './panels';
import { targetRecords, type ListServices, type RowArguments } from './targets';

/** “Open Problem”: the problem's page in the browser, for a record, else for the active file. */
export async function openProblem(
  extension: ListServices & Uses<'context' | 'services'>,
  args: RowArguments,
): Promise<void> {
  const [record] = targetRecords(extension, args.length > 0 ? args : [null]);
  const fromRecord = args.length > 0 && record?.submission ? record : null;
  const choice = fromRecord ? null : await extension.services.choice();
  if (choice?.kind === 'wrong') return showSettingsProblems(choice.problems);
  const chosen = choice?.kind === 'chosen' ? choice.profile : null;
  const profile = fromRecord ? await extension.services.profileOf(fromRecord.service) : chosen;
  if (!profile?.problemPage) {
    void window.showInformationMessage(
      profile
        ? l10n.t('{0} has no problem pages.', serviceName(profile))
        : l10n.t('Choose a service to open its problem pages.'),
    );
    return;
  }
  const problemId = fromRecord?.submission?.problemId ?? (await problemOfActiveFile(extension, profile));
  if (problemId === undefined || !isProblemId(problemId)) return;
  // from a string Uri.parse would make other characters of the encoded ID
  await env.openExternal(
    Uri.parse(profile.problemPage({ problemId, place: fromRecord?.submission?.place ?? null }), true),
  );
}

async function problemOfActiveFile(
  extension: Uses<'context'>,
  profile: ServiceProfile,
): Promise<string | undefined> {
  const uri = window.activeTextEditor?.document.uri;
  const recents = loadRecents(extension.context.globalState);
  const last = uri && lastOf(recents, profile.id, uri.toString());
  const guess = last?.problemId ?? (uri ? guessProblem(uri.path, profile.problemIdIn) : null);
  if (guess !== null) return guess;
  const typed = await window.showInputBox({
    title: l10n.t('Open Problem from {0}', serviceName(profile)),
    prompt: l10n.t('Problem ID, such as P1001'),
    validateInput: (text) =>
      text.trim() === '' || isProblemId(text.trim()) ? undefined : l10n.t('Not a valid problem ID'),
  });
  return typed?.trim();
}

/** “Open Record in Browser”: the record's page at its service, also where its result can't be fetched. */
export async function openInBrowser(
  extension: ListServices & Uses<'services'>,
  args: RowArguments,
): Promise<void> {
  const [target] = targetRecords(extension, args);
  const title = l10n.t('Open a record in the browser');
  const [record] = target ? [target] : await pickRecords(extension, title, 1, undefined, () => true);
  if (!record) return;
  const profile = await extension.services.profileOf(record.service);
  const page = profile?.recordPage?.(record) ?? null;
  if (page === null) {
    void window.showInformationMessage(
      l10n.t('{0} has no page for this record.', nameOfService(record.service)),
    );
    return;
  }
  // from a string Uri.parse would make other characters of an encoded ID
  await env.openExternal(Uri.parse(page, true));
}
