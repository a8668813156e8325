import type { OperationInput } from '#contract/operations.ts'
import { headerWords } from './header-words.ts'

/** Whether the hours of a column are those of the run alone, as its header says; else they are all hours, with the setup. */
export const areRunHours = (header: string): boolean =>
  /^(?:run|process|machining|bearbeitung|laufzeit|te)\b/.test(headerWords(header))

type Split = { readonly ok: true; readonly fields: OperationInput } | { readonly ok: false; readonly message: string }

/**
 * The fields of an operation of which a table says the setup and the hours, but not the hours of a piece. An operation with a setup takes as
 * long as its parts, so the rest of its hours becomes the hours of its pieces; without that it would be lost.
 */
export const splitHours = (fields: OperationInput, { isRun }: { readonly isRun: boolean }): Split => {
  const { setupHours, durationHours, quantity, hoursPerPiece } = fields
  if (!setupHours || durationHours === undefined || hoursPerPiece !== undefined) return { ok: true, fields }
  const run = isRun ? durationHours : durationHours - setupHours
  // Hours are kept to the millionth.
  if (Math.abs(run) < 1e-5) return { ok: true, fields }
  if (run < 0)
    return {
      ok: false,
      message: 'The hours are fewer than those of the setup. Name the column "Run hours" if they come on top.',
    }
  const { durationHours: _hours, ...others } = fields
  return { ok: true, fields: { ...others, hoursPerPiece: run / (quantity || 1) } }
}
