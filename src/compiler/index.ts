export { toEditorRange } from './editorRange';
export { parseCompilerOutput, prepareMessage } from './parse';
export type { CompilerDiagnostic, EditorRange, OfferedFix, RelatedNote } from './diagnostic';
