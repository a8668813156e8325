import { operationField } from '../operations/fields.ts'
import { projectField } from '../projects/fields.ts'
import type { ChangeLine } from './change-line.ts'

interface Change extends Pick<ChangeLine, 'entity' | 'action'> {
  readonly changes: readonly { readonly field: string }[]
}

/**
 * Whether runs read what was changed, so that an earlier one is out of date. Other changes of working time and capacity
 * depend on who uses it: the writes themselves decide about them.
 */
export const touchesPlan = ({ entity, action, changes }: Change): boolean => {
  const some = (isRead: (field: string) => boolean) => changes.some(({ field }) => isRead(field))
  if (entity === 'project') return action !== 'update' || some((field) => projectField(field)?.isInPlan === true)
  if (entity === 'operation') return action !== 'update' || some((field) => operationField(field)?.isWordsOnly !== true)
  if (entity === 'category') return action !== 'update'
  return entity === 'shift' && action === 'update' && some((field) => field === 'versions')
}
