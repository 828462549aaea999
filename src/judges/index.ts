/** Communicates with judges: adapters, addresses, credentials, the client, and failures. */
export * from './address';
export { JudgeClient } from './client';
export { exchangesOf, replay, sendsTheSame, type Exchange, type Operation } from './http/judgeHttp';
export type { PlainAnswer, ReadResult, ResultAnswer } from './adapters/shared/makeResult';
export { sendingQuestion, type NamedProgram, type SendingQuestion } from './entryPoints/sendingQuestion';
export { entryPointOfSubmission } from './entryPoints/submittedProgram';
export { languageOfFile } from './fileExtensions';
export * from './signIn/credentials';
export * from './requestFailed';
export * from './adapters';
export { thisComputer } from './adapters/thisComputer';
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
export {
  callbackPath,
  callbackPorts,
  pollIntervals,
  callbackSettings,
  newCallbackSecret,
} from './settingFields';
export type { CallbackSettings, SettingFault, SettingProblem } from './settingFields';
export type { Fetch } from './http/fetch';
export type * from './signIn/authentication';
export type * from './adapter';
export type * from './describedFields';
export type { Judge } from './judge';
export type { RequestName } from './requestName';
export type * from './submission';
export * from './requestIdInput';
export type { SocketState } from './push/resultSocket';
export * from './problemSamples';
export * from './sendSamples';
export * from './problemSearch';
export * from './findLostSubmission';
export { SharedRateLimit } from './http/sharedRateLimit';
export * from './sharedJudge';
