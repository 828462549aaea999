import { Disposable, Uri, workspace } from 'vscode';
import { caseIn, outputsOf } from '../../judge';
import type { CaseIdentity } from '../../panel/messages';
import { recordKey, type KnownRecord, type RecordKey, type RecordStore } from '../../records';
import type { Sources } from './sources';

const judgedScheme = 'judge-judged';
const outputScheme = 'judge-output';

/** Which text: one side of what a case says of the output. */
interface OutputPlace extends CaseIdentity {
  readonly key: RecordKey;
  readonly side: 'expected' | 'actual';
}

/** What is compared, as read-only documents: texts that were judged, what a case should have written and what it wrote. */
export function provideComparedTexts(store: RecordStore, sources: Sources): Disposable {
  return Disposable.from(
    workspace.registerTextDocumentContentProvider(judgedScheme, {
      provideTextDocumentContent: async (uri) => {
        const { service, requestId } = JSON.parse(uri.query) as { service: string; requestId: string };
        const record = store.get(recordKey(service, requestId));
        return (record && (await sources.judgedText(record))) ?? '';
      },
    }),
    workspace.registerTextDocumentContentProvider(outputScheme, {
      provideTextDocumentContent: async (uri) => {
        const place = JSON.parse(uri.query) as OutputPlace;
        const one = caseIn(await store.loadEnvelope(place.key), place);
        return (one && outputsOf(one)?.[place.side]) ?? '';
      },
    }),
  );
}

/** It ends like the file, so that it is shown in the file's language. */
export function judgedUri({ service, requestId }: KnownRecord, file: Uri): Uri {
  return Uri.from({ scheme: judgedScheme, path: file.path, query: JSON.stringify({ service, requestId }) });
}

export function outputUri(place: OutputPlace): Uri {
  return Uri.from({ scheme: outputScheme, path: `/${place.side}.txt`, query: JSON.stringify(place) });
}
