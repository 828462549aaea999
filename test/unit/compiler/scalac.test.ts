import { describeCases } from './cases';

describe('scalac', () => {
  describeCases('scalac');
});
