import type { GanttScene } from '../gantt-context.ts'
import { refusedEverywhere } from '../model/center-refusals.ts'

const moves = [
  { keys: 'Enter', label: 'Show operation, save a move' },
  { keys: 'Alt+ArrowRight', label: 'Move operation later' },
  { keys: 'Alt+ArrowLeft', label: 'Move operation sooner' },
  { keys: 'Alt+Shift+ArrowRight', label: 'Move it alone' },
  { keys: 'Alt+ArrowUp', label: 'Make operation longer' },
  { keys: 'Alt+ArrowDown', label: 'Make operation shorter' },
  { keys: 'Ctrl+Space', label: 'Pick operation to move several together' },
  { keys: 'P', label: 'Pin or unpin operation' },
]
const looks = [{ keys: 'Enter', label: 'Show operation' }]
const holds = [{ keys: 'H', label: 'Hold or release operation' }]
const selects = { keys: 'L', label: 'Select its dependencies in turn' }
const ends = { keys: 'Delete', label: 'Remove the selected dependency' }

type Reader = Pick<GanttScene, 'refusals'>

const plansSomewhere = ({ refusals }: Reader) => refusedEverywhere(refusals.plan) === null

/** The keys of an operation, without those that the reader may use on none. */
export const operationKeys = (reader: Reader) => [
  ...(plansSomewhere(reader) ? moves : looks),
  ...(refusedEverywhere(reader.refusals.report) === null ? holds : []),
]

/** The keys of dependencies. */
export const linkKeys = (reader: Reader) => (plansSomewhere(reader) ? [selects, ends] : [selects])
