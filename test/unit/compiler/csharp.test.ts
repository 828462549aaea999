import { describeCases } from './cases';

describe('csharp', () => {
  describeCases('csharp');
});
