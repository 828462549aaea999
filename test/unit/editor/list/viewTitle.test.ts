import assert from 'node:assert/strict';
import { ViewTitle } from '../../../../src/editor/list/viewTitle';

describe('The title of the view', () => {
  it('contains the chosen judge, and then how the list is arranged', () => {
    const view: { title?: string; message?: string } = {};
    const title = new ViewTitle(view, 'Judge Results');
    title.description = 'by name';
    assert.equal(view.title, 'by name');
    title.showJudge('Finals · alice');
    assert.equal(view.title, 'Finals · alice · by name');
    title.description = undefined;
    assert.equal(view.title, 'Finals · alice');
    title.showJudge('');
    assert.equal(view.title, 'Judge Results');
  });
});
