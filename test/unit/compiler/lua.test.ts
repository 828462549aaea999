import { describeCases } from './cases';

describe('lua', () => {
  describeCases('lua');
});
