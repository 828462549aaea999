import * as v from 'valibot';
import {
  commands,
  debug,
  extensions,
  l10n,
  Uri,
  window,
  workspace,
  type DebugConfiguration as VSCodeConfiguration,
  type QuickPickItem,
  type WorkspaceFolder,
} from 'vscode';
import type {
  DebugConfiguration,
  DebuggerChoice,
  DebuggerExtension,
  LaunchConfiguration,
  LocalComputer,
  ProblemFiles,
} from '../../local';
import { listComma, sanitizeForUi } from '../labels/sanitizeText';
import { offer, offerSetting, withCancel } from '../shared/dialogs/dialogs';
import { launchConfigurations, toolSettingsOfOthers } from '../shared/settings/settingsOfOthers';
import { localFlags, localLanguageSettings } from '../shared/settings/localSettings';
import { showSettingsProblems } from '../shared/settings/settingsProblems';
import { canRunHere, showNoPrivateFolder, showNotHere } from './runLocally';
import { confirmLocalRuns, findProblemFiles } from '../samples';
import { sourceToSubmit, type SourceToSubmit } from '../program';
import { caseTarget } from '../cases';
import { languageOfRecord, runCase } from './runCase';
import type { Core, WithSelection } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';
import { offerCompiler } from './noCompiler';
import type { WithLocalRuns } from './withLocalRuns';

/** The variable of launch configurations that is replaced by the path of a file with the input of the case. */
const inputVariable = '${command:judgeResults.caseInput}';

/** File with the input of the case that was debugged last in this window; null: none. */
let lastInput: string | null = null;

interface Debugged {
  readonly computer: LocalComputer;
  readonly source: SourceToSubmit;
  readonly name: string;
  readonly input: string | Uint8Array;
  /** absolute path of a file with the input */
  readonly inputFile: string;
  /** files that the problem uses instead of the standard input and output; null: none, or unknown */
  readonly files: ProblemFiles | null;
  /** the judge's name of the language; null: unknown */
  readonly judgeLanguage: string | null;
  /** shows the compiler errors in the file: runs the case without a debugger */
  readonly showErrors: () => Promise<void>;
}

/**
 * “Debug Case”: debugs the source file with the input of a case as its standard input. Uses a launch configuration
 * that contains `inputVariable`, or else a debugger that can read the input from a file.
 */
export async function debugCase(
  extension: Core & WithDiagnostics & WithSelection & WithLocalRuns,
  argument: unknown,
): Promise<void> {
  const target = await caseTarget(extension, argument, l10n.t('Debugging requires a trusted workspace.'));
  if (!target) return;
  const source = await sourceToSubmit(target.program.toString());
  if (!source) return;
  const { localComputer } = extension;
  if (!localComputer || !canRunHere(extension, source.uri)) {
    showNotHere(source);
    return;
  }
  const computer = await localComputer();
  const refused = await computer.whyNoFolder();
  if (refused) {
    showNoPrivateFolder(source, refused);
    return;
  }
  const input = target.inputBytes ?? target.input;
  const inputFile = await computer.writeInput(input);
  lastInput = inputFile;
  const name = l10n.t('Case {0} of {1}', target.name, source.name);
  const showErrors = () => runCase(extension, argument);
  const judgeLanguage = languageOfRecord(target.record);
  await start(extension, {
    computer,
    source,
    name,
    input,
    inputFile,
    files: await findProblemFiles(source.uri, extension.realPath),
    judgeLanguage,
    showErrors,
  });
}

/** Command behind `inputVariable`. Returns undefined, which cancels the debug session, if no case was chosen yet. */
export async function caseInput(): Promise<string | undefined> {
  if (lastInput !== null) return lastInput;
  void window.showInformationMessage(l10n.t('Choose “Debug Case” in the context menu of a case first.'));
  return undefined;
}

async function start(extension: Core, debugged: Debugged): Promise<void> {
  const { computer, source, inputFile } = debugged;
  const folder = workspace.getWorkspaceFolder(source.uri);
  const settings = computer.readSettings(localLanguageSettings(), localFlags(), toolSettingsOfOthers());
  const language = computer.languageOf(source.uri.fsPath, source.editorLanguage, settings);
  const choice: DebuggerChoice =
    language === null ? { kind: 'unsupported' } : computer.debuggerFor(language, isInstalled);
  const own = ownConfigurations(folder);
  const chosen = own.length === 0 ? choice : await choose(own, choice);
  switch (chosen?.kind) {
    case undefined:
      return;
    case 'own':
      if (await confirmLocalRuns(extension, source, [])) await startDebugging(source, chosen.configuration);
      return;
    case 'found': {
      const program = { language: language ?? '', file: source.uri.fsPath };
      const found = await computer.toolsFor(program, settings);
      const tools = found.kind === 'found' ? found.tools : [];
      if (!(await confirmLocalRuns(extension, source, tools))) return;
      const configuration = await configurationOf(debugged, language ?? '', chosen.debugger);
      return configuration ? startDebugging(source, configuration) : undefined;
    }
    case 'notInstalled':
      return offerDebuggers(source.name, chosen.extensions);
    case 'unsupported':
      return explainOwnConfiguration(source, inputFile);
  }
}

function isInstalled(id: string): boolean {
  return extensions.getExtension(id) !== undefined;
}

/** A launch configuration of the user or the workspace that uses the input. */
interface OwnConfiguration {
  readonly kind: 'own';
  readonly configuration: VSCodeConfiguration;
  /** Whether the workspace contains it, so that another person may have written it. */
  readonly isOfWorkspace: boolean;
}

/** The attributes that every launch configuration must have. */
const vsCodeConfiguration = v.looseObject({ name: v.string(), type: v.string(), request: v.string() });

/** Returns the launch configurations of the user and the workspace that contain `inputVariable`. */
function ownConfigurations(folder: WorkspaceFolder | undefined): readonly OwnConfiguration[] {
  const { ofUser, ofWorkspace } = launchConfigurations(folder?.uri);
  return [
    ...withInput(ofUser).map(
      (configuration) => ({ kind: 'own', configuration, isOfWorkspace: false }) as const,
    ),
    ...withInput(ofWorkspace).map(
      (configuration) => ({ kind: 'own', configuration, isOfWorkspace: true }) as const,
    ),
  ];
}

/**
 * Returns the launch configurations that contain `inputVariable`, each once. VS Code reports those of an only folder
 * twice.
 */
function withInput(configurations: readonly unknown[]): readonly VSCodeConfiguration[] {
  const found = new Map<string, VSCodeConfiguration>();
  for (const value of configurations) {
    const read = v.safeParse(vsCodeConfiguration, value);
    const text = JSON.stringify(value);
    if (read.success && text.includes(inputVariable)) found.set(text, read.output);
  }
  return [...found.values()];
}

/**
 * Lets the user choose which configuration to use. If there is only one and the user wrote it, uses that. Undefined: the
 * user canceled.
 */
async function choose(
  own: readonly OwnConfiguration[],
  choice: DebuggerChoice,
): Promise<OwnConfiguration | DebuggerChoice | undefined> {
  const [only] = own;
  if (own.length === 1 && only?.isOfWorkspace === false && choice.kind !== 'found') return only;
  const items: (QuickPickItem & { readonly choice: OwnConfiguration | DebuggerChoice })[] = own.map(
    (ownConfiguration) => ({
      label: sanitizeForUi(ownConfiguration.configuration.name, 100),
      description: ownConfiguration.isOfWorkspace
        ? l10n.t('Launch configuration of the workspace')
        : l10n.t('Launch configuration'),
      choice: ownConfiguration,
    }),
  );
  if (choice.kind === 'found') items.push({ label: choice.debugger.name, choice });
  const item = await window.showQuickPick(items, { title: l10n.t('Debug Case') });
  return item?.choice;
}

/** Compiles the program for the debugger, and returns its launch configuration. Shows why if that isn't possible. */
async function configurationOf(
  debugged: Debugged,
  language: string,
  debuggerExtension: DebuggerExtension,
): Promise<LaunchConfiguration | null> {
  const { computer, source, name, input, inputFile, files, judgeLanguage, showErrors } = debugged;
  const program = { file: source.uri.fsPath, code: source.code, language, judgeLanguage };
  const settings = computer.readSettings(localLanguageSettings(), localFlags(), toolSettingsOfOthers());
  const problems = computer.problemsOfLanguage(settings, language);
  if (problems.length > 0) {
    void showSettingsProblems(problems);
    return null;
  }
  const build = await withCancel(l10n.t('Compiling {0}…', source.name), (signal) =>
    computer.build(program, settings, 'debug', signal),
  );
  switch (build.kind) {
    case 'canceled':
      return null;
    case 'failed':
      void offer(
        build.hasTimedOut
          ? l10n.t('The compiler of {0} was ended, because it took too long.', source.name)
          : l10n.t('{0} doesn’t compile: {1}', source.name, sanitizeForUi(firstError(build.message), 300)),
        l10n.t('Show Errors'),
        showErrors,
        window.showErrorMessage,
      );
      return null;
    case 'unknownLanguage':
      offerSetting(
        l10n.t('{0} can’t be compiled, because its language is unknown.', source.name),
        'local.languages',
        window.showErrorMessage,
      );
      return null;
    case 'notInstalled': {
      const wish = await offerCompiler({ computer, language, reason: build });
      return wish === 'tryAgain' ? configurationOf(debugged, language, debuggerExtension) : null;
    }
    case 'built': {
      const launchers = await computer.writeLaunchers();
      const folder = await computer.openWorkingFolder(program, input, files);
      const launched = {
        name,
        file: program.file,
        command: { tool: build.command.tool, args: build.command.args, folder },
        input: inputFile,
        launchers,
      };
      const made = computer.debugConfiguration(debuggerExtension, launched, build.command.environment);
      if (made.kind === 'configuration') return made.configuration;
      void window.showErrorMessage(unsupportedWords(made));
      return null;
    }
  }
}

/** Returns the first line of compiler output that contains an error, or else the first line. */
function firstError(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /\berror\b/i.test(line)) ?? lines[0] ?? '';
}

function unsupportedWords(reason: Exclude<DebugConfiguration, { kind: 'configuration' }>): string {
  return reason.kind === 'unsafePath'
    ? l10n.t('The path {0} contains characters that the debugger can’t use.', sanitizeForUi(reason.path, 200))
    : l10n.t('Programs that {0} runs can’t be debugged with an input.', sanitizeForUi(reason.tool, 50));
}

async function startDebugging(source: SourceToSubmit, configuration: VSCodeConfiguration): Promise<void> {
  if (!debug.breakpoints.some(({ enabled }) => enabled))
    window.setStatusBarMessage(l10n.t('No breakpoint is set in {0}', source.name), 10_000);
  await debug.startDebugging(workspace.getWorkspaceFolder(source.uri), configuration);
}

function offerDebuggers(name: string, missing: readonly DebuggerExtension[]): Promise<void> {
  const names = missing.map((missingExtension) => missingExtension.name).join(listComma());
  const query = missing.map(({ id }) => `@id:${id}`).join(' ');
  return offer(
    l10n.t('To debug {0}, install one of these extensions: {1}.', name, names),
    l10n.t('Show Extensions'),
    () => commands.executeCommand('workbench.extensions.search', query),
    window.showWarningMessage,
  );
}

/** Explains how to debug a language without a suitable debugger. `input`: path of the file with the input */
async function explainOwnConfiguration(source: SourceToSubmit, input: string): Promise<void> {
  const [openInput, openLaunch] = [l10n.t('Open Input'), l10n.t('Open launch.json')];
  const message = l10n.t(
    'The debuggers for {0} can’t read the input from a file by themselves. Use {1} in a launch configuration. It’s replaced by the path of a file with the input.',
    source.name,
    inputVariable,
  );
  const button = await window.showInformationMessage(message, openInput, openLaunch);
  if (button === openInput) await window.showTextDocument(Uri.file(input));
  else if (button === openLaunch) await commands.executeCommand('workbench.action.debug.configure');
}
