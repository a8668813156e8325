import { limits } from '#contract/vocabulary.ts'

/** The hours of an operation and their parts; null = unknown. */
export interface SetupHours {
  readonly durationHours: number
  readonly setupHours: number | null
  readonly hoursPerPiece: number | null
  readonly quantity: number | null
  /** Pieces that go on together. */
  readonly transferBatch: number | null
}

/** Absent = not sent. */
type SetupChange = { readonly [K in keyof SetupHours]?: SetupHours[K] | undefined }

export type SetupDecision = { readonly ok: true; readonly hours: SetupHours } | { readonly ok: false; reason: string }

const either = <T>(sent: T | undefined, present: T): T => (sent === undefined ? present : sent)

/** Setup + hours per piece x quantity, rounded to a millionth of an hour. The quantity defaults to one. */
const sumOf = ({ setupHours, hoursPerPiece, quantity }: Omit<SetupHours, 'durationHours' | 'transferBatch'>): number =>
  Math.round(((setupHours ?? 0) + (hoursPerPiece ?? 0) * (quantity ?? 1)) * 1e6) / 1e6

/**
 * The hours of an operation after a change. With setup hours or hours per piece, the duration is their sum. A duration
 * that is changed by itself replaces them, so they are removed.
 * A transfer batch is a part of the quantity and is removed with it.
 */
export const applySetupChange = (before: SetupHours, change: SetupChange): SetupDecision => {
  const quantity = either(change.quantity, before.quantity)
  if (quantity === null && typeof change.transferBatch === 'number') {
    return { ok: false, reason: 'A transfer batch needs a quantity.' }
  }
  const parts = {
    setupHours: either(change.setupHours, before.setupHours),
    hoursPerPiece: either(change.hoursPerPiece, before.hoursPerPiece),
    quantity,
    transferBatch: quantity === null ? null : either(change.transferBatch, before.transferBatch),
  }
  const durationHours = change.durationHours ?? before.durationHours
  if (parts.setupHours === null && parts.hoursPerPiece === null) return { ok: true, hours: { ...parts, durationHours } }
  const isSame =
    parts.setupHours === before.setupHours &&
    parts.hoursPerPiece === before.hoursPerPiece &&
    parts.quantity === before.quantity
  if (isSame && durationHours !== before.durationHours) {
    const none = { setupHours: null, hoursPerPiece: null, quantity: null, transferBatch: null }
    return { ok: true, hours: { durationHours, ...none } }
  }
  const sum = sumOf(parts)
  return sum <= limits.maxDurationHours
    ? { ok: true, hours: { ...parts, durationHours: sum } }
    : { ok: false, reason: `Setup and pieces take more than ${limits.maxDurationHours} hours.` }
}
