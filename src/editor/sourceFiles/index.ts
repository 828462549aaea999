export { problemPagesOf, programOfPage, tieFoundFile } from './findSubmittedFile';
export { clearJudgesOfFiles, otherJudgeOfFile, setJudgeOfFile } from './storedJudgeOfFile';
export { judgeOfPages, judgeOfProblem, problemAt } from './judgeOfFile';
export { cphProblemOf, isCphFileOf, withChangedCphTest, withCphTest, type CphProblem } from './cph';
export { cphNgTests, unpacked, type ProblemLimits, type StoredTest, type StoredText } from './cphNg';
export { offerToSet } from './setSourceFile';
export { offerActiveFile } from './offerActiveFile';
