import { describeCases } from './cases';

describe('tsc', () => {
  describeCases('tsc');
});
