import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { statusLooks } from '../../../../src/judge';
import '../../support/vscodeWords';
import { outlined } from '../../../../src/editor/tree/icons';
import { contrast, type Rgb } from '../../../../src/panel/contrast';

interface Manifest {
  readonly contributes: {
    readonly colors: readonly { readonly id: string; readonly defaults: { readonly light: string } }[];
  };
}

const manifest = JSON.parse(
  fs.readFileSync(path.join(__dirname, '../../../../package.json'), 'utf8'),
) as Manifest;

function rgb(hex: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (hex.match(/[\da-f]{2}/g) ?? []).map((part) => parseInt(part, 16));
  return [red, green, blue];
}

/** The ground of “Light Modern”’s side bar. */
const ground = rgb('#f8f8f8');

describe('the looks of verdicts', () => {
  it('have a contributed color each, and no other color is contributed', () => {
    const ids = manifest.contributes.colors.map(({ id }) => id);
    assert.deepEqual(
      ids,
      statusLooks.map((look) => `judgeResults.${look}`),
    );
  });
});

describe('icons of verdicts on a light ground', () => {
  for (const { id, defaults } of manifest.contributes.colors) {
    const look = id.replace('judgeResults.', '') as keyof typeof outlined;
    it(`of ${look} stand out by 3 : 1`, () => {
      const svg = outlined[look];
      if (svg === undefined) {
        assert.ok(contrast(rgb(defaults.light), ground) >= 3);
        return;
      }
      assert.ok(svg.includes(`fill="${defaults.light}"`), 'it keeps its colour');
      const [outline = ''] = /(?<=stroke=")#[\da-f]{6}/.exec(svg) ?? [];
      assert.ok(contrast(rgb(outline), ground) >= 3, outline);
      assert.ok(contrast(rgb(outline), rgb(defaults.light)) >= 2, outline);
    });
  }
});
