import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { window } from 'vscode';
import type { ExtensionServices } from '../../../../src/editor/shared/extensionServices';
import { askOffered } from '../../../../src/editor/judges/askFields';
import { ServiceFailed, serviceKinds, type ServiceFailure } from '../../../../src/service';
import { standIn } from '../../support/standIn';

describe('Contests suggested while a site is added', () => {
  const refusal = (status: number): ServiceFailure => ({
    kind: 'status',
    status,
    error: null,
    retryAfter: null,
  });
  /** Returns the rows shown for this response to a guest; null if the user must enter the ID. */
  async function rowsFor(answer: readonly { value: string; name: string }[] | ServiceFailure) {
    let rows: readonly string[] | null = null;
    Object.assign(window, {
      showQuickPick: async (items: readonly { readonly label: string }[]) => {
        rows = items.map(({ label }) => label);
        return undefined;
      },
    });
    const client = {
      ask: async () => {
        if ('kind' in answer) throw new ServiceFailed(answer);
        return answer;
      },
    };
    const extension = standIn<ExtensionServices>({ services: { clientWith: async () => client } });
    const { listedField } = serviceKinds.clics;
    assert.ok(listedField);
    const site = { type: 'clics', url: 'https://judge.example.edu/api' };
    const asked = await askOffered(extension, 'Add', site, listedField, async () => 'typed');
    assert.equal(asked.value, rows === null ? 'typed' : undefined);
    return rows;
  }

  beforeEach(() => speak('en'));

  it('include the account’s contests, even if guests see none or are rejected', async () => {
    const closed = ['Sign In…', 'Another…'];
    assert.deepEqual(await rowsFor([{ value: 'f', name: 'Finals' }]), ['Finals', ...closed]);
    assert.deepEqual(await rowsFor([]), closed);
    assert.deepEqual(await rowsFor(refusal(401)), closed);
    assert.deepEqual(await rowsFor(refusal(403)), closed);
  });

  it('must be entered by the user if the site can’t list them', async () => {
    assert.equal(await rowsFor(refusal(500)), null);
  });
});
