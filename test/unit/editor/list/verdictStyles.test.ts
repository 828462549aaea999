import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { verdictStyles } from '../../../../src/results';
import { contrast, inkOn, type Rgb } from '../../../../src/resultPage/contrast';

interface Manifest {
  readonly contributes: {
    readonly colors: readonly {
      readonly id: string;
      readonly defaults: Readonly<Record<ThemeName, string>>;
    }[];
  };
}

const manifest = JSON.parse(
  fs.readFileSync(path.join(__dirname, '../../../../package.json'), 'utf8'),
) as Manifest;

function rgb(hex: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (hex.match(/[\da-f]{2}/g) ?? []).map((part) => parseInt(part, 16));
  return [red, green, blue];
}

describe('Verdict styles', () => {
  it('have one contributed color each, and no other color is contributed', () => {
    const ids = manifest.contributes.colors.map(({ id }) => id);
    assert.deepEqual(
      ids,
      verdictStyles.map((style) => `judgeResults.${style}`),
    );
  });
});

type ThemeName = keyof typeof grounds;

/** Backgrounds of verdict icons and text: editor, side bar, and a selected row with focus. */
const grounds = {
  dark: ['#1f1f1f', '#181818', '#04395e'],
  light: ['#ffffff', '#f8f8f8', '#e8e8e8'],
  highContrast: ['#000000'],
  highContrastLight: ['#ffffff'],
} as const;

/** A square of an accepted case contains 12 % of its color. */
const tint = 0.12;

function mixed(color: Rgb, ground: Rgb): Rgb {
  const [red = 0, green = 0, blue = 0] = ground.map((one, at) => one + ((color[at] ?? 0) - one) * tint);
  return [red, green, blue];
}

describe('Verdict colors', () => {
  for (const { id, defaults } of manifest.contributes.colors) {
    for (const [theme, places] of Object.entries(grounds) as [ThemeName, readonly string[]][]) {
      it(`for ${id} in ${theme} have a contrast of 4.5 : 1 as text and 3 : 1 as icons on any row`, () => {
        const color = rgb(defaults[theme]);
        const [editor = ''] = places;
        for (const place of places) assert.ok(contrast(color, rgb(place)) >= 3, place);
        assert.ok(contrast(color, rgb(editor)) >= 4.5, 'as a word');
        assert.ok(contrast(color, mixed(color, rgb(editor))) >= 4.5, 'as a word on its tint');
        assert.ok(contrast(color, inkOn(color)) >= 4.5, 'below a word');
      });
    }
  }
});
