export type { WithReceiving } from './withReceiving';
