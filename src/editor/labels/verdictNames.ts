import { l10n } from 'vscode';

/**
 * Returns the name of a verdict in the display language. Returns any other name unchanged, for example one from the user's
 * settings.
 */
export function translatedVerdict(name: string): string {
  switch (name) {
    case 'Aborted':
      return l10n.t('Aborted');
    case 'Accepted':
      return l10n.t('Accepted');
    case 'Accepted for Testing':
      return l10n.t('Accepted for Testing');
    case 'Available':
      return l10n.t('Available');
    case 'Blocked':
      return l10n.t('Blocked');
    case 'CPU Time Limit Exceeded':
      return l10n.t('CPU Time Limit Exceeded');
    case 'Check Failed':
      return l10n.t('Check Failed');
    case 'Coding Style Violation':
      return l10n.t('Coding Style Violation');
    case 'Compilation Error':
      return l10n.t('Compilation Error');
    case 'Compile Error':
      return l10n.t('Compile Error');
    case 'Compiled':
      return l10n.t('Compiled');
    case 'Compiler Timed Out':
      return l10n.t('Compiler Timed Out');
    case 'Compiling':
      return l10n.t('Compiling');
    case 'Couldn’t Start':
      return l10n.t('Couldn’t Start');
    case 'Crash':
      return l10n.t('Crash');
    case 'Crashed':
      return l10n.t('Crashed');
    case 'Disqualified':
      return l10n.t('Disqualified');
    case 'Error':
      return l10n.t('Error');
    case 'Evaluated, Score Hidden':
      return l10n.t('Evaluated, Score Hidden');
    case 'Evaluated Without Points':
      return l10n.t('Evaluated Without Points');
    case 'Evaluating':
      return l10n.t('Evaluating');
    case 'Excessive Output':
      return l10n.t('Excessive Output');
    case 'Exec Format Error':
      return l10n.t('Exec Format Error');
    case 'Fetched':
      return l10n.t('Fetched');
    case 'Finished':
      return l10n.t('Finished');
    case 'Format Error':
      return l10n.t('Format Error');
    case 'Full Rejudge':
      return l10n.t('Full Rejudge');
    case 'Grading':
      return l10n.t('Grading');
    case 'Hack Successful':
      return l10n.t('Hack Successful');
    case 'Hack Unsuccessful':
      return l10n.t('Hack Unsuccessful');
    case 'Hacked':
      return l10n.t('Hacked');
    case 'Idleness Limit Exceeded':
      return l10n.t('Idleness Limit Exceeded');
    case 'Ignored':
      return l10n.t('Ignored');
    case 'Illegal Function':
      return l10n.t('Illegal Function');
    case 'Import Error':
      return l10n.t('Import Error');
    case 'In Queue':
      return l10n.t('In Queue');
    case 'In queue':
      return l10n.t('In queue');
    case 'Initializing':
      return l10n.t('Initializing');
    case 'Input Preparation Crashed':
      return l10n.t('Input Preparation Crashed');
    case 'Internal Error':
      return l10n.t('Internal Error');
    case 'Invalid':
      return l10n.t('Invalid');
    case 'Invalid Language':
      return l10n.t('Invalid Language');
    case 'Invalid Return':
      return l10n.t('Invalid Return');
    case 'Judge Error':
      return l10n.t('Judge Error');
    case 'Judged':
      return l10n.t('Judged');
    case 'Judgement Failed':
      return l10n.t('Judgement Failed');
    case 'Judging':
      return l10n.t('Judging');
    case 'Judging Suspended':
      return l10n.t('Judging Suspended');
    case 'Manual Inspection':
      return l10n.t('Manual Inspection');
    case 'Memory Limit Exceeded':
      return l10n.t('Memory Limit Exceeded');
    case 'New':
      return l10n.t('New');
    case 'No Output':
      return l10n.t('No Output');
    case 'Not Accepted':
      return l10n.t('Not Accepted');
    case 'Not Run':
      return l10n.t('Not Run');
    case 'Other - Contact Staff':
      return l10n.t('Other - Contact Staff');
    case 'Output Format Error':
      return l10n.t('Output Format Error');
    case 'Output Limit Exceeded':
      return l10n.t('Output Limit Exceeded');
    case 'Overall Unaccepted':
      return l10n.t('Overall Unaccepted');
    case 'Partial':
      return l10n.t('Partial');
    case 'Partially Accepted':
      return l10n.t('Partially Accepted');
    case 'Partially Correct':
      return l10n.t('Partially Correct');
    case 'Pending':
      return l10n.t('Pending');
    case 'Pending Check':
      return l10n.t('Pending Check');
    case 'Pending Review':
      return l10n.t('Pending Review');
    case 'Precompile Check Failed':
      return l10n.t('Precompile Check Failed');
    case 'Presentation Error':
      return l10n.t('Presentation Error');
    case 'Pretests Passed':
      return l10n.t('Pretests Passed');
    case 'Processing':
      return l10n.t('Processing');
    case 'Provisioning':
      return l10n.t('Provisioning');
    case 'Public Tests Passed':
      return l10n.t('Public Tests Passed');
    case 'Queued':
      return l10n.t('Queued');
    case 'Rejected':
      return l10n.t('Rejected');
    case 'Restricted Function':
      return l10n.t('Restricted Function');
    case 'Running':
      return l10n.t('Running');
    case 'Runtime Error':
      return l10n.t('Runtime Error');
    case 'Runtime Error (NZEC)':
      return l10n.t('Runtime Error (NZEC)');
    case 'Runtime Error (Other)':
      return l10n.t('Runtime Error (Other)');
    case 'Runtime Error (SIGABRT)':
      return l10n.t('Runtime Error (SIGABRT)');
    case 'Runtime Error (SIGFPE)':
      return l10n.t('Runtime Error (SIGFPE)');
    case 'Runtime Error (SIGSEGV)':
      return l10n.t('Runtime Error (SIGSEGV)');
    case 'Runtime Error (SIGXFSZ)':
      return l10n.t('Runtime Error (SIGXFSZ)');
    case 'Scored':
      return l10n.t('Scored');
    case 'Scoring':
      return l10n.t('Scoring');
    case 'Security Violated':
      return l10n.t('Security Violated');
    case 'Security Violation':
      return l10n.t('Security Violation');
    case 'Skipped':
      return l10n.t('Skipped');
    case 'Stopped':
      return l10n.t('Stopped');
    case 'Submission Error':
      return l10n.t('Submission Error');
    case 'Summoned for Defense':
      return l10n.t('Summoned for Defense');
    case 'Synchronization Error':
      return l10n.t('Synchronization Error');
    case 'System Error':
      return l10n.t('System Error');
    case 'Test Failed':
      return l10n.t('Test Failed');
    case 'Testing':
      return l10n.t('Testing');
    case 'Testing Failed':
      return l10n.t('Testing Failed');
    case 'Testing Timed Out':
      return l10n.t('Testing Timed Out');
    case 'Too Late':
      return l10n.t('Too Late');
    case 'Pending or Unverified':
      return l10n.t('Pending or Unverified');
    case 'Time Limit Exceeded':
      return l10n.t('Time Limit Exceeded');
    case 'Unknown Error':
      return l10n.t('Unknown Error');
    case 'Uploading':
      return l10n.t('Uploading');
    case 'Validator Error':
      return l10n.t('Validator Error');
    case 'Verdict Hidden':
      return l10n.t('Verdict Hidden');
    case 'Waiting':
      return l10n.t('Waiting');
    case 'Waiting for Compile':
      return l10n.t('Waiting for Compile');
    case 'Waiting for Run':
      return l10n.t('Waiting for Run');
    case 'Wall Time Limit Exceeded':
      return l10n.t('Wall Time Limit Exceeded');
    case 'Wrong Answer':
      return l10n.t('Wrong Answer');
    default:
      return name;
  }
}
