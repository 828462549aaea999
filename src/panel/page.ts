import { RecordPage, type Host } from './recordPage';
import type { ToPage } from './messages';
import { colorLooks } from './verdictColors';

/** What VS Code gives every page of a panel. */
declare function acquireVsCodeApi(): Host;

const host = acquireVsCodeApi();
colorLooks(document.documentElement);
const page = new RecordPage(document.body, host);
window.addEventListener('message', (event: MessageEvent<ToPage>) => page.receive(event.data));
host.postMessage({ type: 'ready' });
