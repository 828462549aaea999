import type { SquareKind } from './cases';
import type { Sizes } from './gridLayout';

/** In multiples of the font size; `gap` in CSS pixels. */
const squares: Readonly<
  Record<SquareKind, { readonly width: number; readonly height: number; readonly gap: number }>
> = {
  plain: { width: 7.4, height: 3.7, gap: 6 },
  small: { width: 2.15, height: 2.15, gap: 3 },
  pair: { width: 13, height: 6.5, gap: 6 },
};

/** Returns the sizes of the grid in CSS pixels. `em`: font size in CSS pixels; `longestNumber`: in characters. */
export function squareSizes(
  kind: SquareKind,
  longestNumber: number,
  hasHeadings: boolean,
  em: number,
): Sizes {
  const { width, height, gap } = squares[kind];
  const fitted = kind === 'small' ? Math.max(width, 0.7 + 0.5 * longestNumber) : width;
  return {
    squareWidth: Math.round(fitted * em),
    squareHeight: Math.round(height * em),
    gap,
    headingHeight: hasHeadings ? Math.round(2.3 * em) : 0,
    sectionGap: Math.round(1.25 * em),
  };
}
