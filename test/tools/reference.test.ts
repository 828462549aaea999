import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { currentReference } from '../../tools/docs/currentReference';
import { referenceOf, type Manifest } from '../../tools/docs/reference';

const manifest: Manifest = {
  contributes: {
    commands: [
      { command: 'x.go', title: '%go%' },
      { command: 'x.stop', title: '%stop%' },
    ],
    keybindings: [{ command: 'x.go', key: 'ctrl+alt+j', mac: 'cmd+alt+j' }],
    menus: {
      commandPalette: [{ command: 'x.stop', when: 'false' }],
      'view/item/context': [{ command: 'x.stop' }],
    },
    configuration: {
      properties: {
        'x.pace': {
          type: 'number',
          default: 1,
          minimum: 1,
          scope: 'application',
          markdownDescription: '%pace%',
        },
        'judgeResults.services': {
          type: 'object',
          default: {},
          markdownDescription: '%services%',
          additionalProperties: {
            oneOf: [
              {
                required: ['type', 'result'],
                properties: {
                  type: { const: 'own', markdownDescription: '%own%' },
                  result: {
                    type: 'object',
                    markdownDescription: '%result%',
                    required: ['path'],
                    properties: { path: { type: 'string', markdownDescription: '%path%' } },
                  },
                  body: { enum: ['json', 'form'], default: 'json', markdownDescription: '%body%' },
                },
              },
            ],
          },
        },
      },
    },
  },
};
const strings = {
  'command.category': 'Judge',
  go: 'Go',
  stop: 'Stop',
  pace: 'Pace. See `#judgeResults.services#`.',
  services: 'Judges.',
  own: 'Your own judge',
  result: 'A result.',
  path: 'Path | query.',
  body: 'Format.',
};

describe('The commands and settings reference', () => {
  it('is up to date in docs/reference.md (npm run docs writes it)', async () => {
    const stored = fs.readFileSync(path.join(__dirname, '../../docs/reference.md'), 'utf8');
    assert.equal(stored, await currentReference());
  });

  it('lists commands with their keys and menus', () => {
    const reference = referenceOf(manifest, strings);
    assert.match(
      reference,
      /\| \*\*Go\*\* \| `x\.go` \| `Ctrl\+Alt\+J` \(macOS: `Cmd\+Alt\+J`\) \| Command Palette \|/,
    );
    assert.match(reference, /\| \*\*Stop\*\* \| `x\.stop` \| {2}\| list \|/);
  });

  it('describes each setting’s default, range, and scope', () => {
    const reference = referenceOf(manifest, strings);
    assert.match(
      reference,
      /### `x\.pace`\n\nPace\. See `judgeResults\.services`\.\n\nDefault: `1`\. Minimum: 1\./,
    );
    assert.match(reference, /Scope: \*application\*\./);
  });

  it('lists the fields of each judge type, including those of nested objects', () => {
    const reference = referenceOf(manifest, strings);
    assert.match(reference, /### Type `own`\n\nYour own judge\.\n/);
    assert.match(reference, /\| `result\.path` \| string \| \*\*required\*\* \| Path \\\| query\. \|/);
    assert.match(reference, /\| `body` \| `json`, `form` \| `json` \| Format\. \|/);
  });

  it('fails if a string is missing', () => {
    assert.throws(() => referenceOf(manifest, { ...strings, go: undefined } as never), /no string for %go%/);
  });
});
