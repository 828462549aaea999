// Everything a UI test needs:
//
//   const workbench = useWorkbench({ settings: { 'judgeResults.service': 'custom' } });
//   it('…', async () => { await workbench().runCommand('Judge: …'); … });
export { eventually } from './eventually';
export { type Notification } from './notifications';
export { plain } from './quick-input';
export { useWorkbench, type WorkbenchSetup } from './use-workbench';
export { type Row, type Theme, type Workbench } from './workbench';
