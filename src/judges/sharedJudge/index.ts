export {
  checkShared,
  isSameJudge,
  withoutOwnFields,
  type CheckedJudge,
  type SharedJudge,
  type SharedProblem,
} from './allowedFields';
export { MAX_SHARED_BYTES } from './limits';
export { fileText, linkTo, readSharedQuery, readSharedText, type ReadShared } from './link';
