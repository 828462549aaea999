import { describeCases } from './cases';

describe('msvc', () => describeCases('msvc'));
