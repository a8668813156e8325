import type { LinkRefusal } from '#domain/schedule/link-refusal.ts'
import type { ScheduleModel } from '../model/schedule-model.ts'

const nameOf = ({ data }: ScheduleModel, operation: number): string => data.operations.names[operation] ?? ''

/** Reasons of the rules of access end with a stop, the words of the schedule do not. */
export const sentence = (words: string): string => (words.endsWith('.') ? words : `${words}.`)

/** "Paint will wait for Weld" */
export const linkWords = (model: ScheduleModel, from: number, to: number): string =>
  `${nameOf(model, to)} will wait for ${nameOf(model, from)}`

/** "Paint waits for Weld" */
export const linkedWords = (model: ScheduleModel, from: number, to: number): string =>
  `${nameOf(model, to)} waits for ${nameOf(model, from)}`

/** Why one operation cannot wait for another. */
export const refusalWords = (model: ScheduleModel, refusal: LinkRefusal, from: number, to: number): string => {
  const [first, second] = [nameOf(model, from), nameOf(model, to)]
  const words: Record<LinkRefusal, string> = {
    self: 'An operation cannot wait for itself',
    otherProject: 'Only operations of one project can wait for each other',
    linked: `${second} already waits for ${first}`,
    circle: `${first} waits for ${second}, so they would wait for each other`,
    completed: `${second} is completed`,
  }
  return words[refusal]
}
