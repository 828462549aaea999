import { describeCases } from './cases';

describe('fpc', () => {
  describeCases('fpc');
});
