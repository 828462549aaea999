/** The judge types, and the client that sends requests. Loaded when one of them is needed. */
export * from '../../judges';
export { nameOfJudge } from '../labels/judgeLabels';
export { sanitizeForUi } from '../labels/sanitizeText';
export { ClientMaker } from './clientMaker';
