/** Communicates with judges: adapters, addresses, credentials, the client, and failures. */
export * from './address';
export { JudgeClient } from './client';
export { exchangesOf, replay, sendsTheSame, type Exchange, type Operation } from './judgeHttp';
export type { PlainAnswer, ReadResult, ResultAnswer } from './adapters/results';
export { sendingQuestion, type NamedProgram, type SendingQuestion } from './entryPoints/sendingQuestion';
export { entryPointOfSubmission } from './entryPoints/submittedProgram';
export { languageOfFile } from './fileExtensions';
export * from './credentials';
export * from './failure';
export * from './adapters';
export { thisComputer } from './adapters/local';
export * from './adapters/judgeOfUrl';
export * from './adapters/publicProblem';
export * from './adapters/ready';
export * from './adapters/searchedSites';
export type {
  PromptedField,
  FieldOffer,
  OfferedValue,
  Site,
  SiteCheck,
  SiteFields,
} from './adapters/judgeType';
export { callbackPath, callbackPorts, pollIntervals, callbackSettings, newCallbackSecret } from './fields';
export type { CallbackSettings, SettingFault, SettingProblem } from './fields';
export type { Fetch } from './fetch';
export type * from './authentication';
export type * from './adapter';
export type * from './describedFields';
export type { Judge } from './judge';
export type { RequestName } from './requestName';
export type * from './submission';
export * from './requestIdInput';
export type { SocketState } from './resultSocket';
export * from './problemSamples';
export * from './sendSamples';
export * from './problemSearch';
export * from './findLostSubmission';
export { SharedRateLimit } from './sharedRateLimit';
export * from './sharedJudge';
