import { l10n, window } from 'vscode';
import { decodeEnvelope } from '../../judge';
import { recordKey } from '../../records';
import { builtInService } from '../../service';
import type { Uses } from '../extensionServices';
import { isSample, sampleService } from '../samples/isSample';
import { sampleUri } from '../samples/sampleFiles';
import { readSamples, type Sample } from '../samples/samples';
import { reveal } from '../tree/reveal';

/** Ready records, so that everything can be tried without a service: nothing is sent anywhere. */
export async function openSample(
  extension: Uses<'context' | 'diagnostics' | 'sampleFiles' | 'services' | 'store' | 'tree' | 'view'>,
): Promise<void> {
  const samples = await readSamples(extension.context.extensionUri);
  await extension.sampleFiles();
  // the list shows the newest first, so the first sample comes last
  for (const sample of [...samples].reverse()) await bring(extension, sample);
  const [first] = samples;
  if (first) await reveal(extension, recordKey(sampleService, first.envelope.requestId));
  const removeAll = l10n.t('Remove Samples');
  const chosen = await window.showInformationMessage(
    l10n.t('Sample results added. Open a record, its source file, or its Problems.'),
    removeAll,
  );
  if (chosen === removeAll) await removeSamples(extension);
}

/** Those that are left of them, and nothing else: whatever is selected stays. */
export async function removeSamples({ store }: Uses<'store'>): Promise<void> {
  const samples = store.records().filter(isSample);
  await store.remove(samples.map(({ key }) => key));
}

async function bring(
  { services, store, diagnostics }: Uses<'diagnostics' | 'services' | 'store'>,
  sample: Sample,
): Promise<void> {
  const builtIn = await services.named(builtInService.name);
  if (builtIn.kind !== 'chosen') throw new Error('the built-in service has no settings that could be wrong');
  const { rules } = builtIn.profile;
  const decoded = decodeEnvelope(sample.envelope);
  if (!decoded.ok) throw new Error(`sample ${sample.name}: ${decoded.path}`);
  const { requestId } = sample.envelope;
  const key = recordKey(sampleService, requestId);
  const label = l10n.t('Sample {0}', sample.problem);
  const accepted = await store.receive(
    key,
    { envelope: decoded.envelope, raw: JSON.stringify(sample.envelope) },
    {
      via: 'import',
      receivedAt: Date.now(),
      add: { service: sampleService, requestId, rules, folder: null, label },
    },
  );
  if (accepted.kind !== 'taken') return;
  const { sources } = await diagnostics();
  await sources.tie(accepted.record, sampleUri(sample), sample.code);
}
