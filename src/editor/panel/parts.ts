import type { Uri } from 'vscode';
import type { RecordKey, RecordStore } from '../../records';
import type { Log } from '../log';
import type { CompileTarget } from './compileView';

/** What a panel works with. */
export interface PanelParts {
  readonly store: RecordStore;
  readonly log: Log;
  /** where the extension is installed */
  readonly extensionUri: Uri;
  /** A link of a record's compile message was followed: decides whether there is a file to open, and where. */
  readonly openCompilePosition: (key: RecordKey, target: CompileTarget) => Promise<void>;
}
