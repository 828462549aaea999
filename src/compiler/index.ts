export { toEditorRange } from './editorRange';
export { parseCompilerOutput } from './parse';
export { prepareMessage } from './prepare';
export type { CompilerDiagnostic, EditorRange, OfferedFix, RelatedNote } from './diagnostic';
