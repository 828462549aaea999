import type { Dialog } from '../../results';
import { kattisVerdict, testlibVerdict, type CheckedOutput, type Helper } from './checker';
import { runInteraction, type Interaction } from './interaction';
import type { CaseLimits, MeasuredRun } from '../processes/programRunner';
import type { Command } from '../processes/runCommand';
import type { HelperFiles } from '../folders/workingFolder';

export interface InteractionOutcome {
  readonly run: MeasuredRun;
  /** null: the program has failed without the interactor */
  readonly checked: CheckedOutput | null;
  /** at the time limit, both waited for a line of the other */
  readonly hasHung: boolean;
  readonly dialog: Dialog;
}

interface InteractionFiles {
  readonly output: string;
  readonly errorOutput: string;
  readonly helperFiles: HelperFiles;
}

/** Runs a program with an interactor of testlib's or Kattis' protocol. */
export async function interact(
  program: Command,
  interactor: Helper,
  files: InteractionFiles,
  limits: CaseLimits,
  signal: AbortSignal | undefined,
): Promise<InteractionOutcome> {
  const { helperFiles } = files;
  const command = { ...interactor.command, folder: program.folder };
  const started = { ...command, args: [...command.args, ...argumentsOf(interactor, helperFiles)] };
  const interaction = await runInteraction(program, started, files, limits, signal);
  return {
    run: interaction.program,
    checked: await verdictOf(interaction, interactor, helperFiles),
    hasHung: interaction.hasHung,
    dialog: interaction.dialog,
  };
}

function argumentsOf({ protocol }: Helper, files: HelperFiles): readonly string[] {
  const { input, answer, interaction, feedback } = files;
  return protocol === 'problemPackage' ? [input, answer, feedback] : [input, interaction, answer];
}

/** Returns the interactor's verdict. Null: the program was ended, or failed before the interactor decided. */
async function verdictOf(
  { program, interactor, hasInteractorEndedFirst, isProgramEndedEarly }: Interaction,
  { protocol }: Helper,
  { feedback }: HelperFiles,
): Promise<CheckedOutput | null> {
  if (program.ended !== 'exit') return null;
  if (!interactor.hasEnded) return { status: 'JE', message: null, failure: { kind: 'tooSlow' } };
  const verdict =
    protocol === 'problemPackage' ? await kattisVerdict(interactor, feedback) : testlibVerdict(interactor);
  const hasFailed = program.exitCode !== 0 && !isProgramEndedEarly;
  // a program may fail only because the interactor has rejected its output and stopped reading
  if (hasFailed && !(hasInteractorEndedFirst && verdict.status !== 'AC')) return null;
  return verdict;
}
