import type { OperationInput } from '#contract/operations.ts'
import { headerWords } from './header-words.ts'

/** Whether the header says that the hours cover the run alone. Otherwise they include the setup. */
export const areRunHours = (header: string): boolean =>
  /^(?:run|process|machining|bearbeitung|laufzeit|te)\b/.test(headerWords(header))

type Split = { readonly ok: true; readonly fields: OperationInput } | { readonly ok: false; readonly message: string }

/**
 * Fills in the hours per piece if a table gives the setup and the hours. The duration of an operation with a setup is
 * the sum of its parts, so without this the rest of the hours would be lost.
 */
export const splitHours = (fields: OperationInput, { isRun }: { readonly isRun: boolean }): Split => {
  const { setupHours, durationHours, quantity, hoursPerPiece } = fields
  if (!setupHours || durationHours === undefined || hoursPerPiece !== undefined) return { ok: true, fields }
  const run = isRun ? durationHours : durationHours - setupHours
  // Hours are stored to the millionth.
  if (Math.abs(run) < 1e-5) return { ok: true, fields }
  if (run < 0)
    return {
      ok: false,
      message: 'The hours are fewer than those of the setup. Name the column "Run hours" if they come on top.',
    }
  const { durationHours: _hours, ...others } = fields
  return { ok: true, fields: { ...others, hoursPerPiece: run / (quantity || 1) } }
}
