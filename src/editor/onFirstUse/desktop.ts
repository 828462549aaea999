/** Links, HTTP callbacks, and sockets, which a browser doesn't have. Loaded with the first of them. */
export { CallbackPush } from '../integrations/callback';
export { handleUri } from '../integrations/uriHandler';
export { PushSockets } from '../pending/pushSockets';
