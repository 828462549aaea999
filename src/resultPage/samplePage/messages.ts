export interface SampleTexts {
  readonly input: string;
  /** empty: unknown */
  readonly expected: string;
}

export interface SampleLabels {
  readonly input: string;
  readonly expected: string;
  readonly run: string;
  readonly save: string;
}

export type ToSamplePage =
  | { readonly type: 'show'; readonly texts: SampleTexts; readonly labels: SampleLabels }
  /** `note`: the file in which the sample was saved, or the reason why it wasn't saved; empty: it has unsaved changes */
  | { readonly type: 'note'; readonly note: string };

/** Message from the page. `save` and `run` also send the texts, because a change may still be on its way. */
export type FromSamplePage =
  { readonly type: 'ready' } | { readonly type: 'change' | 'save' | 'run'; readonly texts: SampleTexts };
