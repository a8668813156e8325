import { linkedTo } from '#domain/schedule/link-index.ts'
import { hasFlag } from '#domain/schedule/movable-plan.ts'
import { announce } from '#web/ui/live-region.tsx'
import type { GanttScene } from '../gantt-context.ts'
import { planRefusal } from '../model/center-refusals.ts'
import type { SelectedLink } from '../schedule-store.ts'
import { linkedWords, sentence } from './link-words.ts'
import { predecessorsWrite } from './write-of.ts'

type Planned = Pick<GanttScene, 'model' | 'write'>

/** Makes the operation `to` wait for `from`. */
export const link = ({ model, write }: Planned, from: number, to: number): void =>
  write(predecessorsWrite(model, to, [...linkedTo(model.predecessors, to), from], linkedWords(model, from, to)))

/** Ends that link. */
export const unlink = ({ model, write }: Planned, from: number, to: number): void => {
  const { names } = model.data.operations
  const done = `${names[to] ?? ''} no longer waits for ${names[from] ?? ''}`
  const others = [...linkedTo(model.predecessors, to)].filter((row) => row !== from)
  write(predecessorsWrite(model, to, others, done))
}

/** Why the selected link cannot be ended; null = it can. */
export const unlinkRefusal = (gantt: GanttScene, { to }: SelectedLink): string | null => {
  const { model } = gantt
  const refusal = planRefusal(gantt, to)
  if (refusal !== null) return refusal
  return hasFlag(model, to, 'completed') ? `${model.data.operations.names[to] ?? ''} is completed` : null
}

/** Selects a link and says so. */
export const selectLink = (gantt: GanttScene, link: SelectedLink): void => {
  gantt.store.setState({ selectedLink: link, hovered: null })
  const refusal = unlinkRefusal(gantt, link)
  const next = refusal ?? 'Delete removes the dependency, Escape keeps it'
  announce(`${linkedWords(gantt.model, link.from, link.to)}. ${sentence(next)}`)
}

/** Ends the selected link, if that is allowed. */
export const endSelectedLink = (gantt: GanttScene): void => {
  const { selectedLink } = gantt.store.getState()
  if (!selectedLink) return
  const refusal = unlinkRefusal(gantt, selectedLink)
  if (refusal) announce(refusal)
  else {
    gantt.store.setState({ selectedLink: null })
    unlink(gantt, selectedLink.from, selectedLink.to)
  }
}

/** The links of an operation: those for which it waits, then those that wait for it. */
const linksOfOperation = ({ model }: GanttScene, operation: number): SelectedLink[] => [
  ...Array.from(linkedTo(model.predecessors, operation), (from) => ({ from, to: operation })),
  ...Array.from(linkedTo(model.successors, operation), (to) => ({ from: operation, to })),
]

/** Selects the first link of an operation, or the one after the selected link. */
const selectNextLink = (gantt: GanttScene, operation: number): void => {
  const { selectedLink } = gantt.store.getState()
  const links = linksOfOperation(gantt, operation)
  const present = links.findIndex(({ from, to }) => from === selectedLink?.from && to === selectedLink.to)
  const next = links[(present + 1) % links.length]
  if (next) selectLink(gantt, next)
  else announce(`${gantt.model.data.operations.names[operation] ?? ''} has no dependencies`)
}

/** L selects the links of an operation in turn, Delete and Backspace end the selected one, Escape keeps it. True when the key was used. */
export const linkByKeys = (
  gantt: GanttScene,
  { key, altKey }: Pick<KeyboardEvent, 'key' | 'altKey'>,
  operation: number,
): boolean => {
  const { store } = gantt
  if (altKey) return false
  if (key.toLowerCase() === 'l' && operation >= 0) {
    selectNextLink(gantt, operation)
    return true
  }
  if (!store.getState().selectedLink) return false
  if (key === 'Escape') store.setState({ selectedLink: null })
  else if (key === 'Delete' || key === 'Backspace') endSelectedLink(gantt)
  else return false
  return true
}
