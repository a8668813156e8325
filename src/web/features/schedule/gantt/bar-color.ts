import { projectStates } from '#contract/vocabulary.ts'
import { bandOf, bandWords, priorityBands } from '#web/components/project-marks/priority-bands.ts'
import { at } from '../model/at.ts'
import type { BarColor } from '../model/schedule-choices.ts'
import { type ScheduleModel, toneOf } from '../model/schedule-model.ts'
import { swatch } from './bar-look.ts'

const swatches = 8

/** The colors of the states of a project, with their words in the legend. Other states have no color. */
const stateColors = [
  ['late', 'var(--crit)', 'Past due or projected late'],
  ['atRisk', 'var(--warn)', 'At risk'],
  ['onTime', 'var(--ok)', 'On time'],
] as const

/** From the highest band of priority to the lowest. */
const bandColors = ['var(--w5)', 'var(--w6)', 'var(--w1)', 'var(--ink-3)']

/** The CSS color of a bar; null = the color of its status, as of all work that is done or on hold. */
export const barColorOf = (model: ScheduleModel, operation: number, color: BarColor): string | null => {
  if (color === 'status') return null
  const tone = toneOf(model, operation)
  if (tone === 'done' || tone === 'hold') return null
  const { categories, operations, projects } = model.data
  if (color === 'center') return swatch(categories[operations.category[operation] ?? -1]?.color)
  const project = at(model.projectOf, operation)
  if (color === 'project') return `var(--w${(project % swatches) + 1})`
  if (color === 'priority') return bandColors[priorityBands.indexOf(bandOf(at(projects.priorities, project)))] ?? null
  const state = projectStates[at(projects.states, project)]
  return stateColors.find(([name]) => name === state)?.[1] ?? 'var(--ink-3)'
}

/** One color of the legend. */
export interface ColorKey {
  readonly color: string
  readonly words: string
}

/** The legend of the colors; empty where each bar carries its own name, as a project does. */
export const colorKeys = ({ data }: ScheduleModel, color: BarColor): readonly ColorKey[] => {
  if (color === 'lateness')
    return [...stateColors.map(([, hue, words]) => ({ color: hue, words })), { color: 'var(--ink-3)', words: 'Other' }]
  if (color === 'priority')
    return priorityBands.map((band, i) => ({ color: bandColors[i] ?? '', words: `Priority ${bandWords[band]}` }))
  if (color !== 'center') return []
  return data.categories
    .filter(({ kind }) => kind !== 'pool')
    .map((one) => ({ color: swatch(one.color), words: one.name }))
}
