import { describeCases } from './cases';

describe('perl', () => {
  describeCases('perl');
});
