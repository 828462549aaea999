// The record page on Node: its own components and state in a document without a browser.
import path from 'node:path';
import vm from 'node:vm';
import { build } from 'esbuild';
import { builds } from '../../../../esbuild.js';
import { root } from '../../../../tools/root';
import { gridLayout, type Viewport } from '../../../../src/resultPage/gridViewport';
import type { FromPage } from '../../../../src/resultPage/messages';
import {
  initialState,
  update,
  type Dispatch,
  type Move,
  type PageEvent,
  type PageState,
} from '../../../../src/resultPage/pageState';
import { nothingSaved } from '../../../../src/resultPage/savedState';
import { FakeClock } from '../../support/fakeClock';
import { PageElement } from './elements';

/** Tall enough for all squares of most pages. */
const viewport: Viewport = { width: 600, top: 0, height: 500, em: 13, buildsSquares: true };

/** The components as JavaScript. The types of this project’s tests contain no browser. */
interface Components {
  renderPage(root: PageElement, props: object): void;
  removePage(root: PageElement): void;
}

/** Evaluates the components for one page, which has its own clock. */
type LoadComponents = (clock: FakeClock) => Components;

let components: Promise<LoadComponents> | undefined;

/** Builds the components once. */
export function loadComponents(): Promise<LoadComponents> {
  return (components ??= buildComponents());
}

async function buildComponents(): Promise<LoadComponents> {
  const { outputFiles = [] } = await build({
    ...builds['panel'],
    entryPoints: undefined,
    stdin: {
      contents: `
        import { createElement, render } from 'preact';
        import { PageView } from './pageView';
        export const renderPage = (root, props) => render(createElement(PageView, props), root);
        export const removePage = (root) => render(null, root);`,
      resolveDir: path.join(root, 'src/resultPage'),
    },
    outdir: undefined,
    outfile: 'page.js',
    format: 'cjs',
    sourcemap: false,
    write: false,
  });
  const browser = 'Element, document, Date, setTimeout, clearTimeout, setInterval, clearInterval';
  const code = `(function (module, { ${browser} }) { ${outputFiles[0]?.text ?? ''} })`;
  const load = vm.runInThisContext(code) as (module: object, globals: object) => void;
  return (clock) => {
    const module: { exports: unknown } = { exports: {} };
    load(module, globalsOf(clock));
    return module.exports as Components;
  };
}

/** The global objects that the components use, with the time of a page. */
function globalsOf(clock: FakeClock): object {
  const stop = (timer: { dispose(): void } | undefined): void => timer?.dispose();
  return {
    Element: PageElement,
    document: { visibilityState: 'visible' },
    Date: class extends Date {
      static override now = clock.now;
    },
    setTimeout: (action: () => void, delay = 0) => clock.after(delay, action),
    clearTimeout: stop,
    setInterval: (action: () => void, delay: number) => repeating(clock, delay, action),
    clearInterval: stop,
  };
}

function repeating(clock: FakeClock, delay: number, action: () => void): { dispose(): void } {
  let timer = clock.after(delay, run);
  function run(): void {
    timer = clock.after(delay, run);
    action();
  }
  return { dispose: () => timer.dispose() };
}

export class RenderedPage {
  /** Everything that the page has sent to the extension. */
  readonly posted: FromPage[] = [];
  /** Moves of the focus and of the scroll position that the last event requires. */
  moves: readonly Move[] = [];
  private state: PageState = initialState(nothingSaved);
  private readonly root = new PageElement('div');
  private readonly dispatch: Dispatch = (event) => this.handle(event);

  private readonly clock: FakeClock;
  private readonly components: Components;

  /** `now`: the time of the page at first, ms since 1970. Only `later` changes it. */
  constructor(load: LoadComponents, now: number) {
    this.clock = new FakeClock(now);
    this.components = load(this.clock);
  }

  /** Lets `ms` pass on the page: runs its timers, and draws what they have changed. */
  async later(ms: number): Promise<void> {
    await this.clock.advance(ms);
  }

  /** Handles a message of the extension, or an action of the user. */
  handle(event: PageEvent): void {
    const { state, moves } = update(this.state, event);
    this.state = state;
    this.moves = moves;
    this.draw();
  }

  /** All elements with this class. */
  all(name: string): PageElement[] {
    return this.root.descendants.filter(({ classes }) => classes.includes(name));
  }

  /** The button with this text or accessible name. */
  button(name: string): PageElement {
    const found = this.root.descendants.find(
      (element) =>
        element.localName === 'button' && [element.text, element.getAttribute('aria-label')].includes(name),
    );
    if (!found) throw new Error(`no button ${name}`);
    return found;
  }

  /** Prints the elements of the page with this name. */
  print(name: 'main' | 'aside'): string {
    return this.root.descendants
      .filter(({ localName }) => localName === name)
      .map((element) => element.print())
      .join('');
  }

  /** Stops its timers. */
  close(): void {
    this.components.removePage(this.root);
  }

  private draw(): void {
    this.components.renderPage(this.root, {
      state: this.state,
      layout: gridLayout(this.state, viewport),
      viewport,
      isStuck: false,
      main: { current: null },
      grid: { current: null },
      chooseFilter: (filter: PageState['saved']['filter']) =>
        this.handle({ type: 'filter', filter, isGridFocused: false }),
      dispatch: this.dispatch,
      post: (message: FromPage) => this.posted.push(message),
    });
  }
}
