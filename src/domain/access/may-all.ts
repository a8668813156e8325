import type { Action } from '#contract/actions.ts'
import { allowed, type Decision, refused } from './decision.ts'
import { type Actor, may } from './rights.ts'

/** '3 of 5 are at other work centers.' */
export const elsewhereWords = (elsewhere: number, total: number): string => {
  const count = (number: number) => number.toLocaleString('en-US')
  return elsewhere === total
    ? `All ${count(total)} are at other work centers.`
    : `${count(elsewhere)} of ${count(total)} are at other work centers.`
}

/** Whether the actor is limited to some work centers for this action. */
export const isLimited = (actor: Actor, action: Action): boolean =>
  may(actor, action).ok && !may(actor, action, { workCenterIds: [null] }).ok

/** Whether the actor may do something with operations at all of these work centers. The refusal says how many are elsewhere. */
export const mayWithAll = (actor: Actor, action: Action, workCenterIds: readonly (string | null)[]): Decision => {
  const decision = may(actor, action, { workCenterIds })
  if (decision.ok || workCenterIds.length === 1 || !isLimited(actor, action)) return decision
  const elsewhere = workCenterIds.filter((id) => !may(actor, action, { workCenterIds: [id] }).ok)
  return elsewhere.length === 0 ? allowed : refused(elsewhereWords(elsewhere.length, workCenterIds.length))
}
