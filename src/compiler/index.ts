export { toEditorRange, type ColumnsOfDiagnostic, type PlacedRange } from './editorRange';
export { parseCompilerOutput } from './parse';
export { prepareMessage } from './prepare';
export type {
  ColumnUnit,
  CompilerDiagnostic,
  EditorRange,
  OfferedFix,
  PrintedPosition,
  RelatedNote,
  Severity,
  SourceExcerpt,
} from './diagnostic';
