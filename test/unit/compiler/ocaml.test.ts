import { describeCases } from './cases';

describe('ocaml', () => {
  describeCases('ocaml');
});
