import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { closeServer, listenOnLoopback, portOf } from '../../tools/service/http/loopback';
import { chanceFrom } from '../../tools/service/misbehaviour';

const stumbles = ['reset', '503', 'cut'] as const;
export type Stumble = (typeof stumbles)[number];

/** A fictitious package as its registry stores it. */
export interface MadeUpPackage {
  readonly name: string;
  readonly tarball: Buffer;
  readonly integrity: string;
}

/** Creates packages of some size with random content. */
export async function makePackages(count: number): Promise<readonly MadeUpPackage[]> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'packages-'));
  try {
    const packages: MadeUpPackage[] = [];
    for (let index = 0; index < count; index++) {
      const name = `made-up-${index}`;
      const own = path.join(folder, name, 'package');
      await fs.mkdir(own, { recursive: true });
      await fs.writeFile(path.join(own, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
      await fs.writeFile(path.join(own, 'filling'), randomBytes(200_000));
      const tarball = execFileSync('tar', ['-cz', '-C', path.dirname(own), 'package'], {
        maxBuffer: 2 ** 24,
      });
      packages.push({
        name,
        tarball,
        integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
      });
    }
    return packages;
  } finally {
    await fs.rm(folder, { recursive: true });
  }
}

/** Writes the manifest and the lockfile that require these packages. */
export async function writeProject(folder: string, packages: readonly MadeUpPackage[]): Promise<void> {
  const dependencies = Object.fromEntries(packages.map(({ name }) => [name, '1.0.0']));
  const manifest = { name: 'made-up', version: '1.0.0', dependencies };
  const locked = packages.map(({ name, integrity }) => [
    `node_modules/${name}`,
    { version: '1.0.0', integrity },
  ]);
  const lockfile = {
    name: 'made-up',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...(Object.fromEntries(locked) as object) },
  };
  await fs.writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await fs.writeFile(path.join(folder, 'package-lock.json'), JSON.stringify(lockfile));
}

export interface StumblingRegistry {
  /** `http://127.0.0.1:<port>/` */
  readonly url: string;
  /** Number of broken responses of each kind. */
  readonly stumbled: Record<Stumble, number>;
  /** Number of requests received. */
  readonly requests: () => number;
  close(): Promise<void>;
}

/**
 * Starts a registry on this machine that breaks some responses. `stumble` returns how it breaks the response to the n-th
 * request for this path, or null.
 */
export async function startStumblingRegistry(
  packages: readonly MadeUpPackage[],
  stumble: (path: string, nth: number) => Stumble | null,
): Promise<StumblingRegistry> {
  const stumbled: Record<Stumble, number> = { reset: 0, '503': 0, cut: 0 };
  const asked = new Map<string, number>();
  let requests = 0;
  const server = http.createServer((request, response) => {
    requests++;
    const url = request.url ?? '/';
    const nth = (asked.get(url) ?? 0) + 1;
    asked.set(url, nth);
    const body = answer(packages, url, origin());
    if (!body) return void response.writeHead(404).end();
    const how = stumble(url, nth);
    if (how) stumbled[how]++;
    if (how === 'reset') return void request.socket.resetAndDestroy();
    if (how === '503') return void response.writeHead(503).end('{}');
    response.writeHead(200, {
      'content-type': url.endsWith('.tgz') ? 'application/octet-stream' : 'application/json',
      'content-length': body.length,
    });
    if (how === 'cut') response.write(body.subarray(0, body.length / 2), () => request.socket.destroy());
    else response.end(body);
  });
  const origin = (): string => `http://127.0.0.1:${portOf(server)}/`;
  await listenOnLoopback(server);
  return {
    url: origin(),
    stumbled,
    requests: () => requests,
    close: () => closeServer(server),
  };
}

/** Makes npm use only this registry, with its own cache, and retry without waiting. */
export function npmSettings(registry: StumblingRegistry, cache: string): Record<string, string> {
  return {
    npm_config_registry: registry.url,
    npm_config_cache: cache,
    npm_config_fetch_retry_mintimeout: '1',
    npm_config_fetch_retry_maxtimeout: '1',
    npm_config_noproxy: '127.0.0.1',
  };
}

/** Breaks this share of the responses, the same ones for the same seed in any order of the requests. */
export function byChance(seed: number, share: number): (path: string, nth: number) => Stumble | null {
  return (path, nth) => {
    const own = createHash('sha256').update(`${seed} ${path} ${nth}`).digest().readUInt32LE();
    const chance = chanceFrom(own);
    if (chance() >= share) return null;
    return stumbles[Math.floor(chance() * stumbles.length)] ?? null;
  };
}

function answer(packages: readonly MadeUpPackage[], url: string, origin: string): Buffer | undefined {
  const wanted = packages.find(({ name }) => url === `/${name}` || url === `/${name}/-/${name}-1.0.0.tgz`);
  if (!wanted || url.endsWith('.tgz')) return wanted?.tarball;
  const { name, integrity } = wanted;
  const dist = { integrity, tarball: `${origin}${name}/-/${name}-1.0.0.tgz` };
  const manifest = { name, version: '1.0.0', dist };
  return Buffer.from(
    JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': manifest } }),
  );
}
