import type { RecordHeadTexts } from '../../src/editor/resultPanel/recordView';

/** The texts of a record page that shows only its cases. */
export const headTexts: RecordHeadTexts = {
  name: '',
  verdict: '',
  versions: [],
  limits: null,
  progress: null,
  isOwnRun: false,
  descriptionTitle: 'Judge’s message',
  ownNote: null,
  note: null,
  origin: [],
  facts: [],
  sign: '',
  counted: '',
  first: null,
  actions: [],
  compile: null,
};
