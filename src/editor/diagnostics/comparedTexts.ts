import { Disposable, Uri, workspace } from 'vscode';
import { caseIn, outputsOf } from '../../results';
import type { CaseIdentity } from '../../resultPage/messages';
import { recordKey, withEndsOf, type KnownRecord, type RecordKey, type RecordStore } from '../../records';
import { listedLanguage } from '../../judges/languageNames';
import { presentText } from '../shared/files/files';
import type { LinkedSources } from './linkedSources';

const judgedScheme = 'judge-judged';
const outputScheme = 'judge-output';

interface JudgedPlace {
  readonly service: string;
  readonly requestId: string;
  /** URI of the file that it is compared with; absent in editors of earlier versions */
  readonly file?: string;
}

type SubmissionName = Pick<KnownRecord, 'service' | 'requestId'>;

/** A submission whose code is shown. */
interface SubmittedCode {
  /** null: nothing is known about it */
  readonly submission: {
    readonly problemId?: string;
    readonly language: string | null;
    readonly languageName?: string | undefined;
  } | null;
}

interface OutputPlace extends CaseIdentity {
  readonly key: RecordKey;
  readonly side: 'expected' | 'actual';
}

/** Provides read-only documents for comparisons: judged texts, and the expected and actual output of a case. */
export function provideComparedTexts(store: RecordStore, sources: LinkedSources): Disposable {
  return Disposable.from(
    workspace.registerTextDocumentContentProvider(judgedScheme, {
      provideTextDocumentContent: async (uri) => {
        const { service, requestId, file } = JSON.parse(uri.query) as JudgedPlace;
        const record = store.get(recordKey(service, requestId));
        if (!record) return sources.keptCode(recordKey(service, requestId)) ?? '';
        const text =
          file === undefined
            ? await sources.judgedText(record)
            : await textToCompare(sources, record, Uri.parse(file, true));
        return text ?? '';
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

/**
 * Returns the judged text for a comparison with a file. If the judge removed whitespace at its ends, adds the whitespace
 * of the file. Null: unknown.
 */
export async function textToCompare(
  sources: LinkedSources,
  record: KnownRecord,
  file: Uri,
): Promise<string | null> {
  const judged = await sources.judgedText(record);
  if (judged === null || record.judgedHash === null) return judged;
  const own = await presentText(file);
  return own === null ? judged : withEndsOf(judged, own);
}

/** Returns the URI of a judged text. It has the file's extension, which determines the language. */
export function judgedUri({ service, requestId }: SubmissionName, file: Uri): Uri {
  const place: JudgedPlace = { service, requestId, file: file.toString() };
  return Uri.from({ scheme: judgedScheme, path: file.path, query: JSON.stringify(place) });
}

/** Returns the URI of the judged text of a submission that belongs to no file. Its language determines the extension. */
export function codeUri(record: SubmissionName & SubmittedCode): Uri {
  const { language = null, languageName, problemId = '' } = record.submission ?? {};
  const [extension = '.txt'] =
    language === null ? [] : listedLanguage(language, languageName ?? language, null).extensions;
  const name = `${problemId} ${record.requestId}`
    .trim()
    .replace(/[^\w .-]+/g, '_')
    .slice(0, 200);
  return judgedUri(record, Uri.from({ scheme: 'file', path: `/${name}${extension}` }));
}

export function outputUri(place: OutputPlace): Uri {
  return Uri.from({ scheme: outputScheme, path: `/${place.side}.txt`, query: JSON.stringify(place) });
}
