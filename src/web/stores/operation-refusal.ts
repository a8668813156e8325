import { useCallback } from 'react'
import type { OperationInput } from '#contract/operations.ts'
import type { Actor } from '#domain/access/rights.ts'
import { mayWrite } from '#domain/access/written-change.ts'
import { renumbered } from '#domain/operations/renumbered.ts'
import { refusalOf, useActor } from './actor.ts'

type AtCenter = { readonly categoryId: string | null }

/** Why a person may not plan an operation or report its work; null if they may. */
export const operationRefusal = (
  actor: Actor,
  action: 'planOperations' | 'reportWork',
  { categoryId }: AtCenter,
): string | null => refusalOf(actor, action, { workCenterIds: [categoryId] })

/** Why a person may not change these fields of an operation, whether they plan it or report its work; null if they may. */
export const fieldsRefusal = (
  actor: Actor,
  { categoryId, durationHours: from }: AtCenter & { readonly durationHours?: number },
  fields: OperationInput,
): string | null => {
  const changes = Object.keys(fields).map((field) =>
    field === 'durationHours' ? { field, from, to: fields.durationHours } : { field, from: null, to: null },
  )
  const workCenterIds = fields.categoryId === undefined ? [categoryId] : [categoryId, fields.categoryId]
  const line = { entity: 'operation', entityId: '', action: 'update', changes } as const
  const decision = mayWrite(actor, line, { source: 'screen', workCenterIds })
  return decision.ok ? null : decision.reason
}

/** Why a person may not put a project's operations in this order; null if they may. It may renumber several of them. */
export const orderRefusal = (
  actor: Actor,
  wanted: readonly (AtCenter & { readonly sequence: number })[],
): string | null =>
  refusalOf(actor, 'planOperations', { workCenterIds: renumbered(wanted).map(({ categoryId }) => categoryId) })

/** `operationRefusal` for the signed-in person. */
export const useOperationRefusal = () => {
  const actor = useActor()
  return useCallback(
    (action: 'planOperations' | 'reportWork', operation: AtCenter) => operationRefusal(actor, action, operation),
    [actor],
  )
}

/** `fieldsRefusal` for the signed-in person. */
export const useFieldsRefusal = (operation: AtCenter, ...fields: readonly (keyof OperationInput)[]): string | null =>
  fieldsRefusal(useActor(), operation, Object.fromEntries(fields.map((field) => [field, undefined])))
