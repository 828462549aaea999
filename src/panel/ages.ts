import { isValidTime } from '../base/moments';
import { ageInWords } from './age';

/** Writes the age of each moment (`<time data-at>`), and again while time goes by and the page is seen. */
export function keepAgesTrue(root: HTMLElement, locale: () => string): void {
  const write = (): void => {
    if (document.visibilityState === 'hidden') return;
    for (const element of root.querySelectorAll<HTMLTimeElement>('time[data-at]')) {
      const at = Number(element.dataset.at);
      // stored by an earlier version
      if (!isValidTime(at)) continue;
      const text = ageInWords(Date.now() - at, locale());
      if (element.textContent !== text) element.textContent = text;
      if (element.dateTime === '') element.dateTime = new Date(at).toISOString();
    }
  };
  new MutationObserver(write).observe(root, { childList: true, subtree: true });
  setInterval(write, 20_000);
}
