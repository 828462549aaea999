/** What can be said about a case, a subtask or a whole judging; a role turns it into its own status code. */
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
