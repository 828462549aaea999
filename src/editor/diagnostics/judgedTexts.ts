import { Uri, workspace, type Disposable } from 'vscode';
import { recordKey, type KnownRecord } from '../../records';
import type { RecordStore } from '../../records';
import type { Sources } from './sources';

const scheme = 'judge-judged';

/** The texts that were judged, as read-only documents: the left side of a comparison. */
export class JudgedTexts implements Disposable {
  private readonly registration: Disposable;

  constructor(store: RecordStore, sources: Sources) {
    this.registration = workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: async (uri) => {
        const { service, requestId } = JSON.parse(uri.query) as { service: string; requestId: string };
        const record = store.get(recordKey(service, requestId));
        return (record && (await sources.judgedText(record))) ?? '';
      },
    });
  }

  /** It ends like the file, so that it is shown in the file's language. */
  uriFor({ service, requestId }: KnownRecord, file: Uri): Uri {
    return Uri.from({ scheme, path: file.path, query: JSON.stringify({ service, requestId }) });
  }

  dispose(): void {
    this.registration.dispose();
  }
}
