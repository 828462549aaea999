// The page on which the user types a sample: input and expected output side by side.
import type { FromSamplePage, SampleLabels, ToSamplePage } from './messages';

interface Host {
  postMessage(message: FromSamplePage): void;
}
declare function acquireVsCodeApi(): Host;

const host = acquireVsCodeApi();
const input = textField('input');
const expected = textField('expected');
const run = button('run', () => send('run'));
const save = button('save', () => send('save'));
const note = document.createElement('span');
note.setAttribute('role', 'status');
const fields = element('main', input.column, expected.column);
document.body.append(fields, element('footer', run, save, note));

window.addEventListener('message', ({ data }: MessageEvent<ToSamplePage>) => {
  switch (data.type) {
    case 'show':
      label(data.labels);
      input.area.value = data.texts.input;
      expected.area.value = data.texts.expected;
      input.area.focus();
      break;
    case 'note':
      note.textContent = data.note;
      break;
  }
});
for (const { area } of [input, expected])
  area.addEventListener('input', () => {
    note.textContent = '';
    send('change');
  });
document.addEventListener('keydown', (event) => {
  if (!event.ctrlKey && !event.metaKey) return;
  if (event.key === 'Enter') send('run');
  else if (event.key === 's') send('save');
  else return;
  event.preventDefault();
});
host.postMessage({ type: 'ready' });

function send(type: 'change' | 'save' | 'run'): void {
  host.postMessage({ type, texts: { input: input.area.value, expected: expected.area.value } });
}

function label(labels: SampleLabels): void {
  input.label.textContent = labels.input;
  expected.label.textContent = labels.expected;
  run.textContent = labels.run;
  save.textContent = labels.save;
}

function textField(id: string) {
  const area = document.createElement('textarea');
  area.id = id;
  area.spellcheck = false;
  area.wrap = 'off';
  const text = document.createElement('label');
  text.htmlFor = id;
  return { area, label: text, column: element('section', text, area) };
}

function button(id: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.id = id;
  made.addEventListener('click', press);
  return made;
}

function element(name: string, ...children: readonly HTMLElement[]): HTMLElement {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}
