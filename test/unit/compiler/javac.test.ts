import { describeCases } from './cases';

describe('javac', () => {
  describeCases('javac');
});
