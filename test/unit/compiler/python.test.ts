import { describeCases } from './cases';

describe('python', () => {
  describeCases('python');
});
