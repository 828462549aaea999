import { Disposable, Uri, workspace } from 'vscode';
import { caseIn, outputsOf } from '../../judge';
import type { CaseIdentity } from '../../panel/messages';
import { recordKey, type KnownRecord, type RecordKey, type RecordStore } from '../../records';
import type { LinkedSources } from './linkedSources';

const judgedScheme = 'judge-judged';
const outputScheme = 'judge-output';

/** Identifies one of the compared outputs. */
interface OutputPlace extends CaseIdentity {
  readonly key: RecordKey;
  readonly side: 'expected' | 'actual';
}

/** Provides read-only documents for comparisons: judged texts, and the expected and actual output of a case. */
export function provideComparedTexts(store: RecordStore, sources: LinkedSources): Disposable {
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
        const testCase = caseIn(await store.loadEnvelope(place.key), place);
        return (testCase && outputsOf(testCase)?.[place.side]) ?? '';
      },
    }),
  );
}

/** Returns the URI of a judged text. It has the file's extension, which determines the language. */
export function judgedUri({ service, requestId }: KnownRecord, file: Uri): Uri {
  return Uri.from({ scheme: judgedScheme, path: file.path, query: JSON.stringify({ service, requestId }) });
}

export function outputUri(place: OutputPlace): Uri {
  return Uri.from({ scheme: outputScheme, path: `/${place.side}.txt`, query: JSON.stringify(place) });
}
