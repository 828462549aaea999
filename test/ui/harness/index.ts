// Everything a UI test needs:
//
//   const workbench = useWorkbench({ settings: { 'judgeResults.service': 'custom' } });
//   it('…', async () => { await workbench().runCommand('Judge: …'); … });
export { eventually } from './eventually';
export { installedExtensions, useWorkbench } from './use-workbench';
export { type Theme, type Workbench } from './workbench';
