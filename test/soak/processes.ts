// Reads data about processes from /proc. The headless VS Code runs on Linux only.
import fs from 'node:fs';

/** Returns the running extension hosts of a VS Code server. */
export function extensionHosts(server: number): number[] {
  return children(server).filter((pid) => /--type=extensionHost/.test(read(`/proc/${pid}/cmdline`)));
}

/** Whether a process runs. A zombie doesn’t. */
export function isAlive(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== '' && !/\) [ZX] /.test(stat);
}

/** Returns the process that holds the TCP connection with this local port; null if none of these does. */
export function ownerOfPort(port: number, among: readonly number[]): number | null {
  // the kernel doesn’t read the list atomically: a row may be missing if other connections change meanwhile
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const socket = tcpConnections().find(({ localPort }) => localPort === port)?.inode;
    const owner = among.find((pid) => socket !== undefined && socketsOf(pid).has(socket));
    if (owner !== undefined) return owner;
  }
  return null;
}

/** Returns the number of TCP connections of a process to this local port. */
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

/** Returns an empty text if the process has ended meanwhile. */
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
