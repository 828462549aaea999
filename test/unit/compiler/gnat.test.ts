import { describeCases } from './cases';

describe('gnat', () => {
  describeCases('gnat');
});
