// Another extension in the window of the integration tests. Its debuggers accept any launch configuration and start
// nothing.
import {
  debug,
  DebugAdapterInlineImplementation,
  EventEmitter,
  type DebugAdapter,
  type DebugProtocolMessage,
  type ExtensionContext,
} from 'vscode';

interface Request extends DebugProtocolMessage {
  readonly type: string;
  readonly seq: number;
  readonly command: string;
}

/** Confirms each request. */
class StandInAdapter implements DebugAdapter {
  private readonly sent = new EventEmitter<DebugProtocolMessage>();
  readonly onDidSendMessage = this.sent.event;
  private seq = 0;

  handleMessage(message: DebugProtocolMessage): void {
    const { type, seq, command } = message as Request;
    if (type !== 'request') return;
    this.send({ type: 'response', request_seq: seq, success: true, command, body: bodyOf(command) });
    if (command === 'initialize') this.send({ type: 'event', event: 'initialized' });
    if (command === 'disconnect') this.send({ type: 'event', event: 'terminated' });
  }

  dispose(): void {
    this.sent.dispose();
  }

  private send(message: object): void {
    this.seq += 1;
    this.sent.fire({ seq: this.seq, ...message });
  }
}

function bodyOf(command: string): object {
  switch (command) {
    case 'threads':
      return { threads: [] };
    case 'setBreakpoints':
      return { breakpoints: [] };
    default:
      return {};
  }
}

export function activate({ subscriptions }: ExtensionContext): void {
  for (const type of ['lldb', 'cppdbg', 'debugpy'])
    subscriptions.push(
      debug.registerDebugAdapterDescriptorFactory(type, {
        createDebugAdapterDescriptor: () => new DebugAdapterInlineImplementation(new StandInAdapter()),
      }),
    );
}
