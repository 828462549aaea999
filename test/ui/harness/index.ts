// Imports for UI tests:
//
//   const workbench = useWorkbench({ settings: { 'judgeResults.service': 'custom' } });
//   it('…', async () => { await workbench().runCommand('Judge: …'); … });
export { eventually } from '../../../tools/workbench/eventually';
export { useWorkbench } from './use-workbench';
export { type Theme, type Workbench } from '../../../tools/workbench/workbench';
