// What Linux tells of processes: the headless VS Code runs nowhere else.
import fs from 'node:fs';

/** The extension hosts that a VS Code server has started and that are alive. */
export function extensionHosts(server: number): number[] {
  return children(server).filter((pid) => /--type=extensionHost/.test(read(`/proc/${pid}/cmdline`)));
}

/** True while the process exists; one that has ended but is not yet missed by its parent doesn't. */
export function isAlive(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== '' && !/\) [ZX] /.test(stat);
}

/** Which of these processes holds the TCP connection with this local port; null: none. */
export function ownerOfPort(port: number, among: readonly number[]): number | null {
  // the list is not read at one moment: what others open and close meanwhile may push a row out of sight
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const socket = tcpConnections().find(({ localPort }) => localPort === port)?.inode;
    const owner = among.find((pid) => socket !== undefined && socketsOf(pid).has(socket));
    if (owner !== undefined) return owner;
  }
  return null;
}

/** How many TCP connections to this port of this machine a process holds open. */
export function connectionsTo(port: number, pid: number): number {
  const own = socketsOf(pid);
  return tcpConnections().filter(({ remotePort, inode }) => remotePort === port && own.has(inode)).length;
}

interface Connection {
  readonly localPort: number;
  readonly remotePort: number;
  readonly inode: string;
}

function tcpConnections(): Connection[] {
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => read(file).split('\n').slice(1));
  return rows.flatMap((row) => {
    const [, local = '', remote = '', , , , , , , inode = ''] = row.trim().split(/\s+/);
    const port = (address: string) => Number.parseInt(address.split(':')[1] ?? '', 16);
    return inode === '' ? [] : [{ localPort: port(local), remotePort: port(remote), inode }];
  });
}

function socketsOf(pid: number): Set<string> {
  const found = new Set<string>();
  for (const fd of list(`/proc/${pid}/fd`)) {
    const inode = /^socket:\[(\d+)\]$/.exec(link(`/proc/${pid}/fd/${fd}`))?.[1];
    if (inode) found.add(inode);
  }
  return found;
}

function children(pid: number): number[] {
  return list(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** A process may end while it is looked at: then there is nothing to see. */
function read(file: string): string {
  return orElse('', () => fs.readFileSync(file, 'latin1'));
}

function list(folder: string): string[] {
  return orElse([], () => fs.readdirSync(folder));
}

function link(file: string): string {
  return orElse('', () => fs.readlinkSync(file));
}

function orElse<Value>(otherwise: Value, look: () => Value): Value {
  try {
    return look();
  } catch {
    return otherwise;
  }
}
