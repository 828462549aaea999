// A window that receives problems: `window.js <folder> <port>…`. Prints its state and the names of received problems.
import { createInterface } from 'node:readline';
import { systemClock } from '../../../../../src/base/ports';
import { ProblemReceiver } from '../../../../../src/editor/companion/problemReceiver';
import { openShared } from '../../../../../src/editor/companion/userFolder';

const [folder = '', ...ports] = process.argv.slice(2);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function run(): Promise<void> {
  const { lock, secret } = await openShared(folder, (error) => print(`error ${String(error)}`));
  const receiver = new ProblemReceiver({
    ports: ports.map(Number),
    secret,
    lock,
    clock: systemClock,
    random: Math.random,
    onProblem: (body) => print(`problem ${(JSON.parse(body) as { readonly name: string }).name}`),
    onOff: () => void receiver.stop(),
    onState: (state) => print(`state ${state.kind} ${'port' in state ? state.port : ''}`),
    onRefused: ({ reason }) => print(`refused ${reason}`),
    onError: (error) => print(`error ${String(error)}`),
  });
  createInterface({ input: process.stdin }).on('line', (line) => {
    const [command = '', argument = ''] = line.split(' ');
    if (command === 'start') receiver.start(Number(argument));
    if (command === 'focus') receiver.focused(Number(argument));
    if (command === 'off') void receiver.turnOff();
    if (command === 'stop') void receiver.stop();
    if (command === 'hang') {
      const end = performance.now() + Number(argument);
      print('hangs');
      while (performance.now() < end);
    }
    print(`did ${line}`);
  });
  print('ready');
}

void run();
