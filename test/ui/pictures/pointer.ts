import type { Page } from 'playwright-core';

/** Area of an element in CSS pixels. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws a mouse pointer on the middle of an area, because a screenshot doesn't contain one. Null draws nothing. Returns
 * a function that removes it.
 */
export async function drawPointer(page: Page, box: Box | null): Promise<() => Promise<void>> {
  if (!box) return async () => undefined;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate(`{
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.id = 'picture-pointer';
    svg.setAttribute('viewBox', '0 0 12 19');
    svg.style.cssText = 'position: fixed; left: ${x}px; top: ${y}px; width: 15px; height: 24px; z-index: 100000; pointer-events: none';
    const arrow = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    arrow.setAttribute('d', 'M1 1v15l3.6-3.5 2.3 5.4 2.3-1-2.3-5.3h4.9z');
    arrow.setAttribute('fill', 'black');
    arrow.setAttribute('stroke', 'white');
    svg.append(arrow);
    document.body.append(svg);
  }`);
  return async () => {
    await page.evaluate(`document.getElementById('picture-pointer')?.remove()`);
  };
}
