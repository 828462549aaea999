/** The judge types, and the client that sends requests. Loaded when one of them is needed. */
export * from '../../service';
export { ClientMaker } from './clientMaker';
