// npm start: VS Code with the extension on the sample programs, which a local judging service has judged.
//   npm start                       until Ctrl-C; prints the address, and opens the browser if there is a display
//   npm start -- --screenshot       without a display: saves a picture of the workbench (out/start.png, or a file that is
//                                   named behind it), prints the verdicts, and ends
//   npm start -- --service hydro    the same with a stand-in of Hydro (judge0, dmoj, codeforces) instead of the local
//                                   judging service
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

/** All that is there before VS Code opens. */
interface Session {
  readonly service: StartedService;
  /** private to this start */
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
    throw new Error(`unexpected: ${positionals.join(' ')}`);
  }
  const { service = 'judge' } = values;
  if (!isServiceName(service)) throw new Error(`--service: expected ${Object.keys(services).join(' or ')}`);
  const cleanups = new Cleanups();
  const interrupted = onInterrupt(process);
  const work = values.screenshot ? picture(cleanups, service, path.resolve(file)) : show(cleanups, service);
  // what is still under way when Ctrl-C comes fails while it is cleaned up: nobody asks for its answer any more
  const settled = work.then(
    () => undefined,
    () => undefined,
  );
  try {
    const code = await Promise.race([work, interrupted]);
    if (code !== 'interrupted') return code;
    console.log('\nStopping the service and VS Code…');
    return values.screenshot ? 130 : 0;
  } finally {
    await cleanups.run();
    // an installation that was broken off still removes what it began
    await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, 5000))]);
    // and what it began meanwhile is ended, too
    await cleanups.run();
  }
}

type ServiceName = keyof typeof services;

function isServiceName(name: string): name is ServiceName {
  return Object.hasOwn(services, name);
}

/** Opens VS Code and stays until it ends. */
async function show(cleanups: Cleanups, service: ServiceName): Promise<number> {
  const session = await prepare(cleanups, service, 40);
  if (!headlessRunsHere()) {
    const { exited } = await openDesktop(session, settingsFor(session.service), cleanups);
    const told = sayVerdicts(session).then(() => console.log(whatToTry(session)));
    return Promise.race([exited, told.then(() => exited)]);
  }
  const { server, address } = await openWorkbench(session, cleanups);
  const opened = hasDisplay() && (await openBrowser(address, session.folder));
  const where = opened ? 'VS Code is opening in your browser' : 'Open VS Code in a browser on this computer';
  console.log(`\n${where}:\n\n  ${address}\n`);
  await sayVerdicts(session);
  console.log(whatToTry(session));
  await server.exited;
  throw new Error(`VS Code exited unexpectedly\n${server.tail()}`);
}

/** Saves a picture; fails where a sample is not judged as it says of itself, or the tree doesn't show it. */
async function picture(cleanups: Cleanups, service: ServiceName, file: string): Promise<number> {
  if (!headlessRunsHere()) throw new Error('--screenshot requires headless VS Code (Linux x64 only)');
  await prepareMachine();
  const session = await prepare(cleanups, service, 0);
  const problems = await sayVerdicts(session);
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
  console.log('Starting the service on this computer and submitting the samples…');
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

/** By the language of the terminal: sample programs and compile messages follow it. */
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

/** Prints each verdict as it comes; resolves with the number of those that are not as expected. */
async function sayVerdicts({ service: { submitted, tools } }: Session): Promise<number> {
  const { cxx, chinese } = tools;
  const compiler =
    cxx === null ? 'no C++ compiler; JavaScript only' : `${cxx}${chinese ? ', Chinese messages' : ''}`;
  console.log(`Judging ${submitted.length} samples (${compiler}):`);
  let problems = 0;
  for (const one of submitted) {
    const { line, problem } = await judgedSample(one);
    console.log(`  ${line}`);
    if (problem === null) continue;
    problems += 1;
    console.error(`  ✘ ${one.sample.file}: ${problem}`);
  }
  return problems;
}

function whatToTry({ service }: Session): string {
  return `
Try:
  - Open Judge Results in the Activity Bar. Expand a record, or select a compile message to go to its line.
  - ${service.toTry}
  - Copy the request ID of a record and run “Judge: Fetch Judge Result”.

The samples are a temporary copy. The service runs submitted programs without a sandbox; only programs on this
computer that know its token can submit. Press Ctrl+C to stop.
`;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
