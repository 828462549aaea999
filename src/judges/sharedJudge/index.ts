export {
  checkShared,
  isSameJudge,
  withoutOwnFields,
  type CheckedJudge,
  type SharedJudge,
  type SharedProblem,
} from './checkShared';
export { MAX_SHARED_BYTES } from './limits';
export { fileText, linkTo, readSharedQuery, readSharedText, type ReadShared } from './link';
