export { caseTarget } from './caseTarget';
