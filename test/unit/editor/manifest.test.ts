import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

interface Manifest {
  readonly capabilities: Readonly<
    Record<string, { readonly supported: unknown; readonly description: string }>
  >;
  readonly contributes: {
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly scope: string; readonly default: unknown }>>;
    };
    readonly commands: readonly { readonly command: string; readonly enablement?: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when: string }[]>>;
    readonly keybindings: readonly { readonly command: string; readonly when: string }[];
  };
}

const manifest = JSON.parse(
  fs.readFileSync(path.join(__dirname, '../../../package.json'), 'utf8'),
) as Manifest;
const { properties } = manifest.contributes.configuration;

describe('the manifest', () => {
  it('lets no workspace set anything but how compile messages are shown', () => {
    const others = Object.entries(properties).filter(([, { scope }]) => scope !== 'application');
    assert.deepEqual(others.map(([name, { scope }]) => [name, scope]).sort(), [
      ['judgeResults.diagnostics.enabled', 'resource'],
      ['judgeResults.diagnostics.minimumSeverity', 'resource'],
    ]);
    for (const name of ['service', 'baseUrl', 'authentication.scheme', 'authentication.headerName']) {
      assert.equal(properties[`judgeResults.${name}`]?.scope, 'application', name);
    }
  });

  it('has no setting that could hold a secret', () => {
    const names = Object.keys(properties);
    assert.deepEqual(
      names.filter((name) => /token|secret|password|credential|key$/i.test(name)),
      [],
    );
  });

  it('declares what is limited in untrusted and virtual workspaces', () => {
    for (const kind of ['untrustedWorkspaces', 'virtualWorkspaces']) {
      assert.equal(manifest.capabilities[kind]?.supported, 'limited', kind);
      assert.match(manifest.capabilities[kind]?.description ?? '', /^%.+%$/, kind);
    }
  });

  it('offers submission in trusted workspaces only', () => {
    const { commands, menus, keybindings } = manifest.contributes;
    const submits = ({ command }: { readonly command: string }) => /\.submit/.test(command);
    assert.equal(commands.filter(submits).length, 2);
    for (const { enablement } of commands.filter(submits)) assert.equal(enablement, 'isWorkspaceTrusted');
    const places = [...Object.values(menus).flat(), ...keybindings].filter(submits);
    assert.ok(places.length >= 4);
    for (const { when } of places) assert.match(when, /isWorkspaceTrusted/);
  });
});
