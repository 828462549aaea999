import { contexts, personEvents, vscodeWindow } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri, type TextEditor } from 'vscode';
import { registerRunSamplesIcon } from '../../../../src/editor/samples/runSamplesIcon';
import type { Extension } from '../../../../src/editor/extension';
import { localJudge } from '../../../../src/judges/address';
import { settle } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

describe('The icon of “Run Samples”', () => {
  /** Names of the programs whose samples were looked for. */
  let looked: string[];

  /** Opens a program in an editor. Returns the context keys of the icon. */
  async function open(name: string, stored: { readonly ran?: boolean; readonly local?: boolean } = {}) {
    contexts.clear();
    looked = [];
    const uri = Uri.file(`/home/ann/${name}`);
    const languageId = name.endsWith('.cpp') ? 'cpp' : 'plaintext';
    const editor = standIn<TextEditor>({ document: { uri, languageId } });
    Object.assign(vscodeWindow, { activeTextEditor: editor });
    const extension = standIn<Extension>({
      context: { globalState: { get: () => stored.ran } },
      store: { records: () => (stored.local ? [{ service: `${localJudge.type} x y` }] : []) },
      realPath: async (path: string) => path,
    });
    const findSamples = async (program: Uri) => {
      looked.push(program.path);
      return { samples: program.path.includes('known') ? [{ input: '1', expected: '2' }] : [] };
    };
    const icons = registerRunSamplesIcon(extension, async () => standIn({ findSamples }), assert.fail);
    personEvents.editor.fire(editor);
    await settle();
    icons.dispose();
    return { ran: contexts.get('judgeResults.ranSamples'), files: contexts.get('judgeResults.sampleFiles') };
  }
  afterEach(() => Object.assign(vscodeWindow, { activeTextEditor: undefined }));

  it('is in the title of a program whose samples are known', async () => {
    assert.deepEqual((await open('known.cpp')).files, ['/home/ann/known.cpp', '\\home\\ann\\known.cpp']);
    assert.deepEqual((await open('other.cpp')).files, []);
  });

  it('is in the title of each program after samples were run, without looking for them', async () => {
    assert.equal((await open('other.cpp', { ran: true })).ran, true);
    assert.deepEqual(looked, []);
  });

  it('isn’t looked for in other files', async () => {
    await open('known.txt');
    assert.deepEqual(looked, []);
  });
});
