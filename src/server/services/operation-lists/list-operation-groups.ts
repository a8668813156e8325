import type { OperationGroups } from '#contract/operation-lists.ts'
import type { TenantContext } from '../../context.ts'
import { type OperationSelection, selectOperationsList } from './select-operations-list.ts'

/** The groups of the operations that match, in the order of the list. */
export const listOperationGroups = async (
  ctx: TenantContext,
  selection: OperationSelection,
): Promise<OperationGroups> => (await selectOperationsList(ctx, selection)).groups
