import assert from 'node:assert/strict';
import { ViewDescription } from '../../../../src/editor/list/viewDescription';

describe('The text next to the title of the view', () => {
  it('contains the chosen judge, and then how the list is arranged', () => {
    const view: { description?: string; message?: string } = {};
    const description = new ViewDescription(view);
    description.description = 'by name';
    assert.equal(view.description, 'by name');
    description.showJudge('Finals · alice');
    assert.equal(view.description, 'Finals · alice · by name');
    description.description = undefined;
    assert.equal(view.description, 'Finals · alice');
    description.showJudge('');
    assert.equal(view.description, undefined);
  });
});
