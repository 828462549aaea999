export { fetchAndShow } from './fetch';
