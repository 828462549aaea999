import type { CaseNotes } from '../../results';
import { MAX_CHECKER_MS } from '../limits';
import type { FinishedRun } from '../processes/runCommand';

/** Why a checker or an interactor returned no verdict. */
export type HelperFailure =
  | { readonly kind: 'notCompiled' }
  | { readonly kind: 'unknownLanguage' }
  /** `tools`: any one of these is sufficient */
  | { readonly kind: 'notInstalled'; readonly tools: readonly string[] }
  /** `reason`: as the system reports it */
  | { readonly kind: 'notStarted'; readonly reason: string }
  | { readonly kind: 'tooSlow' }
  | { readonly kind: 'exit'; readonly exitCode: number }
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals };

/** Returns the sentence about a failure. `name`: file name of the checker or the interactor */
export function helperFailureNote(failure: HelperFailure, name: string): CaseNotes {
  switch (failure.kind) {
    case 'notCompiled':
      return { '{0} doesn’t compile on this computer.': [name] };
    case 'unknownLanguage':
      return {
        '{0} can’t be run on this computer: no command for its language. Add one to “judgeResults.local.languages”.':
          [name],
      };
    case 'notInstalled':
      return { '{0} needs one of these tools: {1}.': [name, failure.tools.join(', ')] };
    case 'notStarted':
      return { '{0} wasn’t started: {1}': [name, failure.reason] };
    case 'tooSlow':
      return { '{0} didn’t end within {1} s.': [name, String(MAX_CHECKER_MS / 1000)] };
    case 'exit':
      return { '{0} ended with exit code {1}.': [name, String(failure.exitCode)] };
    case 'signal':
      return { '{0} was ended by signal {1}.': [name, failure.signal] };
  }
}

/** Returns the failure if the exit code of a checker or an interactor isn't a verdict. Only for one that wasn't stopped. */
export function failureByEnd({ exitCode, signal }: Pick<FinishedRun, 'exitCode' | 'signal'>): HelperFailure {
  if (exitCode !== null) return { kind: 'exit', exitCode };
  return signal === null ? { kind: 'notStarted', reason: '' } : { kind: 'signal', signal };
}
