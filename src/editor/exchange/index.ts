export { code, inMarkdown } from './markdown';
