import { readLink } from '#domain/import/predecessor-text.ts'
import type { PlanTasks, Task } from './project-tasks.ts'
import { elapsedFormats, linkTypes, percentFormats } from './project-xml-fields.ts'
import { type Element, flagOf, listOf, textOf } from './xml-element.ts'

/** How other tasks refer to this one: by its exported id, its number, or its id in the file. */
const refOf = ({ texts, uid }: Task): string => texts.get('operationExternalId') || texts.get('sequence') || uid

const numberOf = (element: Element, name: string, usual: number): number => {
  const number = Number(textOf(element, name).trim() || usual)
  return Number.isFinite(number) ? number : usual
}

const why = { inactive: 'inactive', external: 'of another file', empty: 'empty' } as const

/** Why a link cannot be imported; null if it can. */
const obstacleOf = (link: Element, successor: Task, { byUid, absent }: PlanTasks): string | null => {
  const uid = textOf(link, 'PredecessorUID').trim()
  if (flagOf(link, 'CrossProject') === true) return 'a task of another file'
  const gone = absent.get(uid)
  const task = byUid.get(uid)
  if (!task) return gone ? `${gone.name || 'a task'} (${why[gone.why]})` : `task ${uid} (not in the file)`
  if (task.isSummary) return `${task.name} (a summary task)`
  return task.project === successor.project ? null : `${task.name} (of another project)`
}

interface KeptLink {
  /** The form used in predecessor cells: '12FS+4h'. */
  readonly text: string
  readonly note: string | null
}

/** Formats a link for a predecessor cell. A lag in percent of the predecessor becomes hours if its hours are known. */
const linkText = (link: Element, task: Task, hoursOf: (task: Task) => number | null): KeptLink => {
  const type = linkTypes[numberOf(link, 'Type', 1)] ?? 'FS'
  const tenths = numberOf(link, 'LinkLag', 0)
  const format = numberOf(link, 'LagFormat', 5)
  const isElapsed = elapsedFormats.has(format)
  const ref = refOf(task)
  if (type === 'FS' && tenths === 0 && !isElapsed) return { text: ref, note: null }
  const unit = isElapsed ? 'eh' : 'h'
  const hours = hoursOf(task)
  if (type === 'FS' && tenths > 0 && percentFormats.has(format) && hours !== null) {
    const lag = Math.round(hours * tenths * 1e4) / 1e6
    return { text: `${ref}FS+${lag}${unit}`, note: `the lag of ${tenths} % of ${task.name} is read as ${lag} hours` }
  }
  const amount = percentFormats.has(format) ? `${Math.abs(tenths)}%` : `${Math.abs(tenths) / 600}${unit}`
  return { text: `${ref}${type}${tenths === 0 && !isElapsed ? '' : `${tenths < 0 ? '-' : '+'}${amount}`}`, note: null }
}

/**
 * The part of a link that MS Project can store: '10FS+0.333h max 8h @50%' without the maximum and the overlap, rounded
 * to a tenth of a minute.
 */
const nativePart = (text: string): string => {
  const parts = /^(.*?)(?:FS\+([\d.e-]+)(e?h))?(?: max .*?)?(?: @[\d.e-]+%)?$/.exec(text.trim())
  const lag = parts?.[2] === undefined ? '' : `FS+${Math.round(Number(parts[2]) * 600) / 600}${parts[3]}`
  return `${parts?.[1] ?? text}${lag === 'FS+0h' ? '' : lag}`
}

/** How predecessor cells name the tasks of each project. */
export type ProjectRefs = ReadonlyMap<Task | null, ReadonlySet<string>>
export const refsOf = (tasks: readonly Task[]): ProjectRefs =>
  new Map([...Map.groupBy(tasks, ({ project }) => project)].map(([project, own]) => [project, new Set(own.map(refOf))]))

interface LinkScope {
  readonly plan: PlanTasks
  readonly refs: ProjectRefs
  /** null if the file does not say. */
  readonly hoursOf: (task: Task) => number | null
}

/**
 * The predecessor cell of a task and, for each link, what had to be left out. The parts that MS Project cannot store,
 * and links to operations outside the file, are read from the text field unless the link has changed since the export.
 */
export const predecessorsOf = (
  task: Task,
  { plan, refs, hoursOf }: LinkScope,
): { readonly cell: string; readonly notes: readonly string[] } => {
  const written = (task.texts.get('predecessors') ?? '').split(';').map((part) => part.trim())
  const known = new Map(written.map((part) => [nativePart(part), part]))
  const notes: string[] = []
  const links = listOf(task.element, 'PredecessorLink').flatMap((link) => {
    const obstacle = obstacleOf(link, task, plan)
    const before = plan.byUid.get(textOf(link, 'PredecessorUID').trim())
    if (obstacle !== null || !before) {
      notes.push(`${task.name}: the link to ${obstacle} is left out.`)
      return []
    }
    const { text, note } = linkText(link, before, hoursOf)
    if (note) notes.push(`${task.name}: ${note}.`)
    return [known.get(nativePart(text)) ?? text]
  })
  const inFile = refs.get(task.project) ?? new Set()
  const elsewhere = written.filter((part) => {
    const read = part === '' ? null : readLink(part, 'point', (ref) => inFile.has(ref))
    return read?.ok === true && read.link !== null && !inFile.has(read.link.ref)
  })
  // Links keep the order of the export; new links come last.
  const place = (part: string) => (written.includes(part) ? written.indexOf(part) : written.length)
  return { cell: [...links, ...elsewhere].sort((a, b) => place(a) - place(b)).join('; '), notes }
}
