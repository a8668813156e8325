import type { CreatedProject } from '#contract/scheduling-runs.ts'

interface Moved {
  /** All moved operations, and how many of them get forecast dates. */
  readonly moved: number
  readonly asForecast?: number | undefined
}

type Tense = 'would' | 'did'

const number = (of: number): string => of.toLocaleString('en-US')
const count = (of: number): string => `${number(of)} ${of === 1 ? 'operation' : 'operations'}`

const behindWords = (asForecast: number, tense: Tense): string => {
  const [verb, their] = asForecast === 1 ? ['was', 'its'] : ['were', 'their']
  const moved = tense === 'would' ? 'would be moved' : `${verb} moved`
  return `${verb} behind plan and ${moved} to ${their} forecast dates`
}

/**
 * '10 operations moved; 123 more were behind plan and were moved to their forecast dates', without a period. The two
 * numbers add up to all moved operations.
 */
export const movedWords = ({ moved, asForecast = 0 }: Moved, tense: Tense): string => {
  const own = moved - asForecast
  const would = tense === 'would' ? 'would move' : 'moved'
  if (asForecast === 0) return `${count(own)} ${would}`
  const behind = behindWords(asForecast, tense)
  return own === 0 ? `${count(asForecast)} ${behind}` : `${count(own)} ${would}; ${number(asForecast)} more ${behind}`
}

/** How a plan was applied: by a run, through a proposal, or with a project created at its promise date. */
type MadeBy = 'proposal' | 'promiseDate' | undefined

/** What a plan moved when it was applied, as stored for runs. */
export interface RunMoves {
  readonly changedOperations: number | null
  readonly movedAsForecast?: number | undefined
  readonly madeBy?: MadeBy
  readonly created?: CreatedProject | undefined
}

/**
 * Describes the moves of a run: the words of `movedWords` or, for a new project, 'its 5 operations scheduled; 10 others moved; 122 more were behind plan and ...'.
 */
export const runMovedWords = ({ changedOperations, movedAsForecast = 0, created }: RunMoves): string => {
  const moved = changedOperations ?? 0
  if (!created) return movedWords({ moved, asForecast: movedAsForecast }, 'did')
  const own = moved - movedAsForecast
  return [
    `its ${count(created.operations)} scheduled`,
    own > 0 && `${number(own)} ${own === 1 ? 'other' : 'others'} moved`,
    movedAsForecast > 0 && `${number(movedAsForecast)} more ${behindWords(movedAsForecast, 'did')}`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** What applied a plan: 'Project #1071 created as promised', 'Proposal applied', or `run` for a run. */
export const madeByWords = ({ madeBy, created }: Pick<RunMoves, 'madeBy' | 'created'>, run: string): string => {
  if (madeBy === 'promiseDate')
    return created ? `Project #${created.projectNumber} created as promised` : 'Project created as promised'
  return madeBy === 'proposal' ? 'Proposal applied' : run
}
