import type { OperationInput } from '#contract/operations.ts'
import { reportHoursLeft } from '../operations/report-hours-left.ts'
import { workLeftHours } from '../operations/work-left.ts'

interface Scrapped {
  readonly durationHours: number
  readonly progressPercentage: number
  readonly originalHours: number | null
  readonly actualEndMs: number | null
  readonly setupHours: number | null
  readonly hoursPerPiece: number | null
}

export type ReworkDecision =
  | { readonly ok: true; readonly fields: OperationInput }
  | { readonly ok: false; readonly reason: string }

/** Adds hours of rework to the hours left of an operation. Hours that were an estimate stay one, as the hours of rework are. The longer duration replaces setup hours and hours per piece. */
export const planRework = (operation: Scrapped, reworkHours: number): ReworkDecision => {
  const left = workLeftHours(operation, false)
  if (left === 0) return { ok: false, reason: 'it is done: add an operation for the rework' }
  const decision = reportHoursLeft(operation, left + reworkHours)
  if (!decision.ok) return { ok: false, reason: 'its duration would be too long' }
  const { durationHours, progressPercentage } = decision
  const known = operation.originalHours === null ? {} : { originalHours: operation.originalHours }
  const hasParts = operation.setupHours !== null || operation.hoursPerPiece !== null
  const parts = hasParts ? { setupHours: null, hoursPerPiece: null } : {}
  return { ok: true, fields: { durationHours, progressPercentage, ...known, ...parts } }
}
