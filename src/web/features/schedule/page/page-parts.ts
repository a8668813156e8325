/** The parts of `besides`. */
export { ProposalStrip } from '#web/components/proposals/proposal-strip.tsx'
export { WorkTimeSection } from '#web/components/work-time/work-time-section.tsx'
export { OperationPanel } from '../panel/operation-panel.tsx'
export { BaselineField } from './baseline-field.tsx'
export { Outlook } from './outlook.tsx'
