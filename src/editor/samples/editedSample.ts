import { l10n, type Uri } from 'vscode';
import { KeyedMutex } from '../../base/async';
import type { SampleTexts } from '../../resultPage/samplePage/messages';
import type { Core } from '../shared/core';
import { isSameSample, storedSamples, type InputSample, type StoredSample } from './findSamples';
import { MAX_SAMPLE_LENGTH } from './limits';
import { addSample, changeSample, failedWords, savedWords } from './saveSample';
import { hasChanges, textsOf, typedSample } from './typedSample';

type SaveOutcome =
  | { readonly kind: 'unchanged' }
  /** `words`: describe the location of the saved sample */
  | { readonly kind: 'saved'; readonly words: string }
  /** `words`: why it wasn't saved */
  | { readonly kind: 'failed'; readonly words: string };

/** By program, because its samples can be in the same file. */
const saving = new KeyedMutex();

/** A sample that the user edits, with the typed and the stored texts. */
export class EditedSample {
  texts: SampleTexts;

  /** `stored`: null: a new one */
  constructor(
    private readonly extension: Pick<Core, 'realPath'>,
    private readonly program: Uri,
    private stored: StoredSample | null,
  ) {
    this.texts = textsOf(stored);
  }

  /** Returns whether this is a sample of the program; null: a new one that isn't stored yet. */
  isOf(program: Uri, sample: StoredSample | null): boolean {
    return this.isOfProgram(program) && placeOf(sample) === placeOf(this.stored);
  }

  isOfProgram(program: Uri): boolean {
    return program.toString() === this.program.toString();
  }

  /** Takes the stored texts, unless the user has typed others. Returns whether the texts are different now. */
  refresh(stored: StoredSample | null): boolean {
    if (hasChanges(this.stored, this.texts) || !stored || !hasChanges(stored, this.texts)) return false;
    this.stored = stored;
    this.texts = textsOf(stored);
    return true;
  }

  /** Waits for all earlier saves. Returns whether the typed texts differ from the stored ones. */
  hasUnsaved(): Promise<boolean> {
    return saving.run(this.program.toString(), () => Promise.resolve(hasChanges(this.stored, this.texts)));
  }

  /** Waits for all earlier saves, then saves the typed texts. Text that is typed meanwhile isn't saved. */
  save(): Promise<SaveOutcome> {
    return saving.run(this.program.toString(), () => this.saveTexts(this.texts));
  }

  private async saveTexts(texts: SampleTexts): Promise<SaveOutcome> {
    const typed = typedSample(texts);
    if (!typed || !hasChanges(this.stored, texts)) return { kind: 'unchanged' };
    if (typed.input.length + (typed.expected?.length ?? 0) > MAX_SAMPLE_LENGTH) {
      const words = l10n.t('The sample wasn’t saved: it is longer than {0} characters.', MAX_SAMPLE_LENGTH);
      return { kind: 'failed', words };
    }
    const { extension, program } = this;
    const present = presentState(this.stored, await storedSamples(program, extension.realPath));
    this.stored = present.sample;
    if (present.isChanged) {
      const words = l10n.t('The sample wasn’t saved: it has changed meanwhile. Save again to replace it.');
      return { kind: 'failed', words };
    }
    const saved = await this.write(typed);
    if (saved.kind === 'failed') return { kind: 'failed', words: failedWords(saved) };
    const all = await storedSamples(program, extension.realPath);
    this.stored = all.findLast((sample) => !hasChanges(sample, texts)) ?? this.stored;
    return { kind: 'saved', words: savedWords(program, saved, typed.expected !== null) };
  }

  private write(typed: InputSample) {
    return this.stored
      ? changeSample(this.extension, this.program, this.stored, typed)
      : addSample(this.extension, this.program, typed, null);
  }
}

/** The state of a sample among all that are stored. */
interface PresentState {
  /** null: it is no longer stored */
  readonly sample: StoredSample | null;
  /** its texts have changed since it was read */
  readonly isChanged: boolean;
}

/** Finds a sample, even if the removal of another one has moved it. */
function presentState(known: StoredSample | null, all: readonly StoredSample[]): PresentState {
  if (!known) return { sample: null, isChanged: false };
  const atPlace = all.find((sample) => placeOf(sample) === placeOf(known));
  if (atPlace && isSameSample(atPlace, known)) return { sample: atPlace, isChanged: false };
  const moved = all.find((sample) => sample.place.kind === 'cph' && isSameSample(sample, known));
  if (known.place.kind === 'cph' && moved) return { sample: moved, isChanged: false };
  return { sample: atPlace ?? null, isChanged: atPlace !== undefined };
}

/** Returns the same text for the same location of a sample; null: not stored. */
function placeOf(sample: StoredSample | null): string | null {
  if (!sample) return null;
  const { place } = sample;
  return place.kind === 'cph' ? `cph ${place.index}` : place.input.toString();
}
