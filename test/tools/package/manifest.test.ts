import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { toolDefinitions } from '../../../src/assistant/definitions';
import { shippedManifest } from '../../../tools/package/stage';

const text = fs.readFileSync(path.join(__dirname, '../../../package.json'), 'utf8');

describe('The shipped manifest', () => {
  it('omits fields that only the repository needs', () => {
    const manifest = shippedManifest(text, undefined);
    for (const name of ['scripts', 'dependencies', 'devDependencies', 'private', 'repository', 'badges'])
      assert.ok(!(name in manifest), name);
  });

  it('links to the public repository if its URL is known', () => {
    const address = 'https://github.com/owner/name';
    const { repository, bugs, badges } = shippedManifest(text, address);
    assert.deepEqual(repository, { type: 'git', url: address });
    assert.deepEqual(bugs, { url: `${address}/issues` });
    const [badge] = badges as { url: string; href: string }[];
    // The marketplace accepts only this form of URL for a picture.
    assert.match(
      badge?.url ?? '',
      /^https:\/\/github\.com\/owner\/name\/actions\/workflows\/[\w.]+\/badge\.svg/,
    );
    assert.ok(badge?.href.startsWith(`${address}/`));
  });

  it('has judge names as keywords, in both languages', () => {
    const { keywords, categories } = shippedManifest(text, undefined) as Record<string, string[]>;
    for (const word of ['codeforces', 'hydro', 'dmoj', 'judge0', 'luogu', '洛谷', '算法竞赛', 'icpc', 'oi'])
      assert.ok(keywords?.includes(word), word);
    // Limit of the marketplace.
    assert.ok((keywords?.length ?? 0) <= 30);
    assert.deepEqual(categories, ['Education', 'Testing', 'Other']);
  });

  it('describes the same tools to language models as the MCP server', () => {
    const { contributes } = JSON.parse(text) as {
      contributes: {
        languageModelTools: { name: string; modelDescription: string; inputSchema: object }[];
      };
    };
    const fetches =
      ' A requestId that isn’t stored is fetched from the user’s judge after the user confirms.';
    assert.deepEqual(
      contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
        name,
        description: modelDescription.replace(fetches, ''),
        inputSchema,
      })),
      toolDefinitions.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    );
  });
});
