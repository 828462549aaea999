export { splitsWord } from './caret';
export { toEditorRange } from './editorRange';
export { parseCompilerOutput, prepareMessage } from './parse';
export { readsCrashes } from './toolchains';
export type { CompilerDiagnostic, EditorRange, OfferedFix, RelatedNote } from './diagnostic';
