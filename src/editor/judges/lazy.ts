/** The judge types, and the client that sends requests. Loaded when one of them is needed. */
export * from '../../judges';
export { ClientMaker } from './clientMaker';
