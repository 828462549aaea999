/** Verdict of a case, a subtask, or a record. Each role converts it to its own status code. */
export type Verdict =
  | 'waiting'
  | 'judging'
  | 'compileError'
  | 'outputLimit'
  | 'memoryLimit'
  | 'timeLimit'
  | 'wrongAnswer'
  | 'runtimeError'
  | 'invalid'
  | 'accepted'
  | 'unaccepted';
