import type { ToPage } from './messages';
import { RecordPage, type Host } from './recordPage';
import { colorVerdictStyles } from './verdictColors';

/** VS Code adds this function to the page of every webview. */
declare function acquireVsCodeApi(): Host;

const host = acquireVsCodeApi();
colorVerdictStyles(document.documentElement);
const root = document.createElement('div');
root.className = 'page';
document.body.append(root);
const page = new RecordPage(root, host);
window.addEventListener('message', (event: MessageEvent<ToPage>) => page.receive(event.data));
host.postMessage({ type: 'ready' });
