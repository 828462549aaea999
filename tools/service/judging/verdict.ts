/** Verdict of a case, a subtask, or a record. Each role converts it to the role's status code. */
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
