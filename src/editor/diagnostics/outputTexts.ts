import { Uri, workspace, type Disposable } from 'vscode';
import { caseIn, outputsOf, type Outputs } from '../../judge';
import type { CaseIdentity } from '../../panel/messages';
import type { RecordKey, RecordStore } from '../../records';

const scheme = 'judge-output';

/** Which text: one side of what a case says of the output. */
interface OutputPlace extends CaseIdentity {
  readonly key: RecordKey;
  readonly side: keyof Outputs;
}

/** What a case should have written and what it wrote, as read-only documents. */
export class OutputTexts implements Disposable {
  private readonly registration: Disposable;

  constructor(store: Pick<RecordStore, 'loadEnvelope'>) {
    this.registration = workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: async (uri) => {
        const place = JSON.parse(uri.query) as OutputPlace;
        const one = caseIn(await store.loadEnvelope(place.key), place);
        return (one && outputsOf(one)?.[place.side]) ?? '';
      },
    });
  }

  uriFor(place: OutputPlace): Uri {
    return Uri.from({ scheme, path: `/${place.side}.txt`, query: JSON.stringify(place) });
  }

  dispose(): void {
    this.registration.dispose();
  }
}
