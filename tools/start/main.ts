// npm start: opens VS Code with the extension and sample programs, which a local judge has judged.
//   npm start                       runs until Ctrl+C; prints the URL, and opens the browser if there is a display
//   npm start -- --screenshot       requires no display; saves a screenshot of the workbench to out/start.png or the
//                                   given file, prints the verdicts, and ends
//   npm start -- --service hydro    uses the stand-in for Hydro, or judge0, dmoj, codeforces, and not the local judge
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { headlessHost, headlessRunsHere, prepareMachine, startServer } from '../host/index';
import { buildExtension } from '../package/build';
import { copySamples } from '../samples/copy';
import { root } from '../root';
import { Cleanups } from './cleanups';
import { openDesktop } from './desktop';
import { sessionVariable, settingsFor, writeDevSession } from './devSession';
import { installBuild } from './extensionFolder';
import { onInterrupt } from './interrupts';
import { judgedSample } from './judged';
import { hasDisplay, openBrowser } from './openBrowser';
import { takePicture } from './picture';
import { services, type StartedService } from './startService';

/** Everything that is prepared before VS Code opens. */
interface Session {
  readonly service: StartedService;
  /** Temporary folder of this process. */
  readonly folder: string;
  readonly workspace: string;
  readonly extensionsDir: string;
  readonly sessionFile: string;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { screenshot: { type: 'boolean' }, service: { type: 'string' } },
    allowPositionals: true,
  });
  const [file = path.join(root, 'out/start.png'), ...rest] = positionals;
  if (rest.length > 0 || (positionals.length > 0 && !values.screenshot)) {
    throw new Error(`Unexpected arguments: ${positionals.join(' ')}`);
  }
  const { service = 'judge' } = values;
  if (!isServiceName(service))
    throw new Error(`--service must be one of: ${Object.keys(services).join(', ')}`);
  const cleanups = new Cleanups();
  const interrupted = onInterrupt(process);
  const work = values.screenshot ? picture(cleanups, service, path.resolve(file)) : show(cleanups, service);
  // After Ctrl+C, unfinished work may fail during the cleanup. Its result is ignored.
  const settled = work.then(
    () => undefined,
    () => undefined,
  );
  try {
    const code = await Promise.race([work, interrupted]);
    if (code !== 'interrupted') return code;
    console.log('\nStopping the judge and VS Code…');
    return values.screenshot ? 130 : 0;
  } finally {
    await cleanups.run();
    // Waits until an interrupted installation has removed its files.
    await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, 5000))]);
    // Stops everything that was started meanwhile.
    await cleanups.run();
  }
}

type ServiceName = keyof typeof services;

function isServiceName(name: string): name is ServiceName {
  return Object.hasOwn(services, name);
}

/** Opens VS Code and waits until it ends. */
async function show(cleanups: Cleanups, service: ServiceName): Promise<number> {
  const session = await prepare(cleanups, service, 40);
  if (!headlessRunsHere()) {
    const { exited } = await openDesktop(session, settingsFor(session.service), cleanups);
    const printed = printVerdicts(session).then(() => console.log(whatToTry(session)));
    return Promise.race([exited, printed.then(() => exited)]);
  }
  const { server, address } = await openWorkbench(session, cleanups);
  const opened = hasDisplay() && (await openBrowser(address, session.folder));
  const where = opened ? 'VS Code is opening in your browser' : 'Open VS Code in a browser on this computer';
  console.log(`\n${where}:\n\n  ${address}\n`);
  await printVerdicts(session);
  console.log(whatToTry(session));
  await server.exited;
  throw new Error(`VS Code exited unexpectedly\n${server.tail()}`);
}

/** Saves a screenshot. Fails if a sample has an unexpected result, or if the tree doesn't show it. */
async function picture(cleanups: Cleanups, service: ServiceName, file: string): Promise<number> {
  if (!headlessRunsHere()) throw new Error('--screenshot requires headless VS Code (Linux x64 only)');
  await prepareMachine();
  const session = await prepare(cleanups, service, 0);
  const problems = await printVerdicts(session);
  const { server, address } = await openWorkbench(session, cleanups);
  await takePicture({
    server,
    address,
    folder: session.workspace,
    file,
    submitted: session.service.submitted,
    cleanups,
  });
  return problems === 0 ? 0 : 1;
}

async function prepare(cleanups: Cleanups, name: ServiceName, pace: number): Promise<Session> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-results-start-'));
  cleanups.add(() => fs.rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const workspace = path.join(folder, 'samples');
  const language = readsChinese() ? 'zh' : 'en';
  await copySamples(workspace, language);
  console.log('Starting a local judge and submitting the sample programs…');
  const service = await services[name](workspace, { pace, english: language === 'en' });
  cleanups.add(() => service.stop());
  const sessionFile = await writeDevSession(folder, service, workspace);
  console.log('Building the extension…');
  const extensionsDir = path.join(folder, 'extensions');
  await Promise.all([buildExtension(), headlessRunsHere() ? headlessHost() : undefined]);
  cleanups.throwIfEnded();
  await installBuild(extensionsDir);
  return { service, folder, workspace, extensionsDir, sessionFile };
}

/** Returns whether the user's language is Chinese. The sample programs and compiler messages use the same language. */
function readsChinese(): boolean {
  return /^zh\b/i.test(Intl.DateTimeFormat().resolvedOptions().locale);
}

async function openWorkbench(
  { service, extensionsDir, sessionFile, workspace }: Session,
  cleanups: Cleanups,
): Promise<{ readonly server: Awaited<ReturnType<typeof startServer>>; readonly address: string }> {
  cleanups.throwIfEnded();
  console.log('Starting VS Code…');
  const connectionToken = randomBytes(16).toString('hex');
  const server = await startServer({
    settings: settingsFor(service),
    extensionsDir,
    env: { [sessionVariable]: sessionFile },
    connectionToken,
  });
  cleanups.add(() => server.stop());
  const address = new URL(`http://${server.authority}/`);
  address.searchParams.set('tkn', connectionToken);
  address.searchParams.set('folder', workspace);
  return { server, address: address.href };
}

/** Prints each verdict when it arrives. Resolves to the number of unexpected results. */
async function printVerdicts({ service: { submitted, tools } }: Session): Promise<number> {
  const { cxx, chinese } = tools;
  const compiler =
    cxx === null ? 'no C++ compiler; JavaScript only' : `${cxx}${chinese ? ', Chinese messages' : ''}`;
  console.log(`Judging ${submitted.length} samples (${compiler}):`);
  let problems = 0;
  for (const submittedSample of submitted) {
    const { line, problem } = await judgedSample(submittedSample);
    console.log(`  ${line}`);
    if (problem === null) continue;
    problems += 1;
    console.error(`  ✘ ${submittedSample.sample.file}: ${problem}`);
  }
  return problems;
}

function whatToTry({ service }: Session): string {
  return `
Try:
  - Open Judge Results in the Activity Bar. Expand a result, or select a compiler error to go to its line.
  - ${service.toTry}
  - Copy the request ID of a result and run “Judge: Fetch Judge Result”.

The samples are temporary copies. The local judge runs programs without a sandbox and accepts submissions only from
this computer. Press Ctrl+C to stop.
`;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
