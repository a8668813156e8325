import { valueAt } from '../value-at.ts'
import { linkedTo } from './link-index.ts'
import { hasFlag, type MovablePlan } from './movable-plan.ts'

/** Why an operation cannot wait for another one. */
export type LinkRefusal = 'self' | 'otherProject' | 'linked' | 'circle' | 'completed'

/** Whether links lead from one operation to another. */
const leadsTo = (plan: MovablePlan, from: number, to: number): boolean => {
  const seen = new Set([from])
  const open = [from]
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    if (row === to) return true
    for (const next of linkedTo(plan.successors, row)) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(next)
    }
  }
  return false
}

/** Why the operation `to` cannot wait for `from`; null if it can. Both must belong to one project, and links must not form a cycle. */
export const linkRefusal = (
  plan: MovablePlan & { readonly projectOf: ArrayLike<number> },
  from: number,
  to: number,
): LinkRefusal | null => {
  if (from === to) return 'self'
  if (valueAt(plan.projectOf, from) !== valueAt(plan.projectOf, to)) return 'otherProject'
  if (hasFlag(plan, to, 'completed')) return 'completed'
  if (linkedTo(plan.successors, from).includes(to)) return 'linked'
  return leadsTo(plan, to, from) ? 'circle' : null
}
