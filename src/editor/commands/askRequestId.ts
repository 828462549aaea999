import { env, l10n, window, type QuickPickItem } from 'vscode';
import { readRequestId, type RequestIdInput, type ServiceProfile } from '../../service';
import { sanitizeForUi } from '../sanitizeForUi';
import { accepted, chosenIn, keptPlace } from '../quickPick';
import { serviceName } from '../serviceWords';

/** A request ID that was asked for before, offered again. */
export interface RecentRequest {
  readonly requestId: string;
  /** what people know it by: verdict, file or problem */
  readonly label: string;
}

interface RequestItem extends QuickPickItem {
  /** null: a line that explains, and can't be chosen */
  readonly requestId: string | null;
}

/**
 * Asks for a request ID: typed, pasted (an address with `id=` in it is understood), from the clipboard when it looks
 * like one, or a recent one. Undefined when the person changed their mind.
 */
export function askRequestId(
  profile: ServiceProfile,
  recent: readonly RecentRequest[],
): Promise<string | undefined> {
  let offered: string | null = null;
  let isOpen = true;
  const pick = window.createQuickPick<RequestItem>();
  pick.title = l10n.t('Fetch Judge Result from {0}', serviceName(profile));
  pick.placeholder = l10n.t('Request ID, or a URL with an “id=” parameter');
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  const show = (): void => {
    pick.items = itemsFor(pick.value, profile, offered, recent);
  };
  show();
  // a browser asks before it hands over the clipboard, so nobody waits for it
  void clipboardRequestId(profile).then((id) => {
    if (!isOpen || id === null) return;
    offered = id;
    show();
  });
  return chosenIn(pick, () => accepted(pick)?.requestId ?? undefined, [
    pick.onDidChangeValue(show),
    { dispose: () => (isOpen = false) },
  ]);
}

function itemsFor(
  typed: string,
  profile: ServiceProfile,
  offered: string | null,
  recent: readonly RecentRequest[],
): RequestItem[] {
  const text = typed.trim();
  const kept: RequestItem = { ...keptPlace, requestId: null };
  const fromClipboard =
    offered === null || offered === text
      ? kept
      : {
          label: `$(clippy) ${offered}`,
          description: l10n.t('from the clipboard'),
          requestId: offered,
        };
  const known = recent.map(({ requestId, label }) =>
    requestId === offered || requestId === text
      ? kept
      : {
          label: `$(history) ${sanitizeForUi(requestId, 128)}`,
          description: sanitizeForUi(label, 100),
          requestId,
        },
  );
  const first =
    text !== ''
      ? typedItem(readRequestId(typed, profile))
      : offered !== null || recent.length > 0
        ? kept
        : {
            label: l10n.t('Enter the request ID returned when the program was submitted'),
            requestId: null,
            alwaysShow: true,
          };
  return [first, fromClipboard, ...known];
}

function typedItem(input: RequestIdInput): RequestItem {
  switch (input.kind) {
    case 'requestId':
      return {
        label: `$(cloud-download) ${l10n.t('Fetch {0}', input.id)}`,
        requestId: input.id,
        alwaysShow: true,
      };
    case 'websiteRecord':
      return explanation(
        l10n.t('This is a website record, not a request ID'),
        l10n.t('Request IDs are returned when a program is submitted through the API.'),
      );
    case 'addressWithoutId':
      return explanation(
        l10n.t('The URL has no “id=” parameter'),
        l10n.t('Paste the URL of a result or a request ID.'),
      );
    case 'notAnId':
      return explanation(
        l10n.t('Not a valid request ID'),
        l10n.t('A request ID has up to 128 letters, digits, “-”, and “_”.'),
      );
    case 'nothing':
      return explanation(l10n.t('Enter a request ID'), '');
  }
}

function explanation(label: string, detail: string): RequestItem {
  return { label: `$(info) ${label}`, detail, requestId: null, alwaysShow: true };
}

async function clipboardRequestId(profile: ServiceProfile): Promise<string | null> {
  const text = await Promise.resolve(env.clipboard.readText()).catch(() => ''); // nothing may be read: nothing to offer
  const input = readRequestId(text, profile);
  return input.kind === 'requestId' && profile.looksLikeRequestId(input.id) ? input.id : null;
}
