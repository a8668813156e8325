import { hasFlag, isPlaced } from '#domain/schedule/movable-plan.ts'
import { standingLooks } from '#web/components/operation-table/standing-looks.ts'
import type { Board } from '../board-context.ts'
import { at } from '../model/at.ts'
import { standingOf, toneOf } from '../model/schedule-model.ts'

/** "#1042" for plain numbers, other numberings as they are. */
export const projectNumber = (board: Board, project: number): string => {
  const number = board.model.data.projects.numbers[project] ?? ''
  return /^\d/.test(number) ? `#${number}` : number
}

/** The work centre of an operation, in words. */
export const centreName = (board: Board, operation: number): string =>
  board.model.data.categories[board.model.data.operations.category[operation] ?? -1]?.name ?? 'No work center'

/** What the colour of a bar says. */
export const toneWords = ({ model }: Board, operation: number): string => {
  const tone = toneOf(model, operation)
  if (tone === 'late') return standingLooks[standingOf(model, operation)].word.toLowerCase()
  return tone === 'hold' ? 'on hold' : tone
}

/** A bar in words, for readers who hear it. */
export const barWords = (board: Board, operation: number): string => {
  const { model, words } = board
  const { names, progressPercent } = model.data.operations
  const name = names[operation] ?? ''
  if (!isPlaced(model, operation)) return `${name}, not scheduled`
  const parts = [
    name,
    `${words.dayTime(at(model.startMs, operation))} to ${words.dayTime(at(model.endMs, operation))}`,
    centreName(board, operation),
    toneWords(board, operation),
  ]
  const progress = at(progressPercent, operation)
  if (progress > 0 && progress < 100) parts.push(`${Math.round(progress)} % done`)
  if (hasFlag(model, operation, 'behindPlan')) parts.push('behind plan')
  if (hasFlag(model, operation, 'pinned')) parts.push('pinned')
  if (hasFlag(model, operation, 'warned')) parts.push('has a warning')
  return parts.join(', ')
}
