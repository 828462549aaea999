import { describeCases } from './cases';

describe('node', () => {
  describeCases('node');
});
