import { window, l10n } from 'vscode';
import { decodeEnvelope } from '../../results';
import { isSample, type RecordKey, recordKey, demoJudge } from '../../records';
import { builtInJudge } from '../../judges';
import { reveal } from '../list';
import { openAtFirstFailed } from '../resultPanel';
import { watchingPerson, type Person } from '../shared/dialogs/personActions';
import { readSamples, sampleUri, type SampleProgram } from './demoFiles';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';
import type { WithList } from '../list';
import type { WithDemo } from './withDemo';

/** Adds the demo results, which need no judge and no requests. Opens a failed one next to its program. */
export async function openSample(extension: Core & WithDemo & WithDiagnostics & WithList): Promise<void> {
  await watchingPerson((person) => openFor(extension, person));
}

async function openFor(
  extension: Core & WithDemo & WithDiagnostics & WithList,
  person: Person,
): Promise<void> {
  const samples = await readSamples(extension.context.extensionUri);
  await extension.demoFiles();
  // the list shows the newest result first, so the first sample is added last
  for (const sample of [...samples].reverse()) await bring(extension, sample);
  const shown = samples.find((sample) => extension.store.get(keyOf(sample))?.summary?.failed) ?? samples[0];
  if (!shown) return;
  // first, because VS Code reports the program that opens like an action of the person
  await reveal(extension, keyOf(shown), person);
  if (!person.hasActed) await showProgramAndPage(extension, shown);
}

async function showProgramAndPage(
  extension: Core & WithDiagnostics & WithList,
  shown: SampleProgram,
): Promise<void> {
  await window.showTextDocument(sampleUri(shown), { preview: true, preserveFocus: true });
  await openAtFirstFailed(extension, keyOf(shown), { beside: true, preserveFocus: true });
}

export async function removeSamples({ store }: Core): Promise<void> {
  const samples = store.records().filter(isSample);
  await store.remove(samples.map(({ key }) => key));
}

function keyOf({ envelope }: SampleProgram): RecordKey {
  return recordKey(demoJudge, envelope.requestId);
}

async function bring(
  { judges, store, diagnostics }: Core & WithDiagnostics,
  sample: SampleProgram,
): Promise<void> {
  const builtIn = await judges.named(builtInJudge.name);
  if (builtIn.kind !== 'chosen') throw new Error('the built-in service has no settings that could be wrong');
  const { rules } = builtIn.judge;
  const decoded = decodeEnvelope(sample.envelope);
  if (!decoded.ok) throw new Error(`sample ${sample.name}: ${decoded.path}`);
  const { requestId } = sample.envelope;
  const key = keyOf(sample);
  const label = l10n.t('Demo {0}', sample.problem);
  const accepted = await store.receive(
    key,
    { envelope: decoded.envelope, raw: JSON.stringify(sample.envelope) },
    {
      // like a result that the judge sent: in one sample, the program is still being judged
      via: 'push',
      receivedAt: Date.now(),
      add: { service: demoJudge, requestId, rules, folder: null, label },
    },
  );
  if (accepted.kind !== 'taken') return;
  const { sources } = await diagnostics();
  await sources.link(accepted.record, sampleUri(sample), sample.code);
}
