import { z } from 'zod/mini'
import { preprocess, RequiredLine } from '#contract/fields.ts'
import { floorLimits } from '#contract/floor.ts'
import { limits } from '#contract/vocabulary.ts'
import { WorkerCode, workerLimits } from '#contract/workers.ts'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { CancelButton } from './floor-dialogs.tsx'

/** The most frequent reasons for a pause. Other reasons are typed. */
const pauseReasons = ['Break', 'End of shift', 'Other work is urgent', 'Waiting for help'] as const

const Reason = z.object({ reason: RequiredLine('Reason') })

type PauseDialogProps = { name: string; onSubmit: (reason: string) => void; onClose: () => void }

/** Asks why work pauses: one of the usual reasons, or another. */
export function PauseDialog({ name, onSubmit, onClose }: PauseDialogProps) {
  const { form, submit, field, ...frame } = useContractForm({
    schema: Reason,
    values: { reason: '' },
    mode: 'onSubmit',
  })
  return (
    <Dialog open status={null} onOpenChange={(open) => open || onClose()} title={`Why does ${name} pause?`}>
      <div className="floor-dialog">
        <div className="floor-choices">
          {pauseReasons.map((reason) => (
            <button key={reason} type="button" className="floor-button" onClick={() => onSubmit(reason)}>
              {reason}
            </button>
          ))}
        </div>
        <Form className="floor-dialog" frame={frame} onSubmit={submit(async ({ reason }) => onSubmit(reason))}>
          <TextField label="Another reason" autoComplete="off" maxLength={limits.maxNameLength} {...field('reason')} />
          <div className="floor-actions">
            <CancelButton onClose={onClose} />
            <button type="submit" className="floor-button floor-primary" disabled={form.watch('reason').trim() === ''}>
              Pause
            </button>
          </div>
        </Form>
      </div>
    </Dialog>
  )
}

const wholeNumber = 'Enter a whole number of pieces'
const Count = z.int(wholeNumber).check(z.minimum(0, wholeNumber), z.maximum(floorLimits.pieces))
const Pieces = preprocess(
  ({ good, scrap, scrapReason }: { good: string; scrap: string; scrapReason: string }) => ({
    good: Number(good),
    scrap: Number(scrap),
    scrapReason,
  }),
  z.object({ good: Count, scrap: Count, scrapReason: z.string() }).check(
    z.refine(({ good, scrap }) => good + scrap > 0, { path: ['good'], error: 'Enter at least one piece' }),
    z.refine(({ scrap, scrapReason }) => scrap === 0 || scrapReason !== '', {
      path: ['scrapReason'],
      error: 'Choose why the pieces are scrap',
    }),
  ),
)

interface NewPieces {
  readonly good: number
  readonly scrap?: number
  readonly scrapReason?: string
}

type PiecesDialogProps = {
  name: string
  reasons: readonly string[]
  onSubmit: (pieces: NewPieces) => void
  onClose: () => void
}

/** Asks for the pieces since the last report. Scrap needs a reason from the list of the organization. */
export function PiecesDialog({ name, reasons, onSubmit, onClose }: PiecesDialogProps) {
  const { form, submit, field, choice, problemOf, ...frame } = useContractForm({
    schema: Pieces,
    values: { good: '', scrap: '', scrapReason: '' },
    mode: 'onSubmit',
  })
  const { value: chosen, onChange } = choice('scrapReason')
  const problem = problemOf('scrapReason')
  const send = submit(async ({ good, scrap, scrapReason }) =>
    onSubmit(scrap > 0 ? { good, scrap, scrapReason } : { good }),
  )
  return (
    <Dialog open status={null} onOpenChange={(open) => open || onClose()} title={`Pieces of ${name}`}>
      <Form className="floor-dialog" frame={frame} onSubmit={send}>
        <NumberField label="Good" unit="pcs" min={0} step={1} inputMode="numeric" autoFocus {...field('good')} />
        <NumberField label="Scrap" unit="pcs" min={0} step={1} inputMode="numeric" {...field('scrap')} />
        {Number(form.watch('scrap')) > 0 && (
          <fieldset className="floor-choices">
            <legend className="mb-1.5 text-ink-2 text-label">Why scrap?</legend>
            {reasons.map((reason) => (
              <button
                key={reason}
                type="button"
                className="floor-button"
                aria-pressed={chosen === reason}
                onClick={() => onChange(reason)}
              >
                {reason}
              </button>
            ))}
            {problem && (
              <p role="alert" className="text-crit-text text-label">
                {problem}
              </p>
            )}
          </fieldset>
        )}
        <div className="floor-actions">
          <CancelButton onClose={onClose} />
          <button type="submit" className="floor-button floor-primary">
            Report
          </button>
        </div>
      </Form>
    </Dialog>
  )
}

const Who = z.object({ code: WorkerCode })
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const

type WhoDialogProps = {
  isRequired: boolean
  onSubmit: (code: string | null) => void
  onClose: () => void
}

/** Asks who worked, before a report. A scanner types a badge and sends Enter; four digits can be pressed with one hand. */
export function WhoDialog({ isRequired, onSubmit, onClose }: WhoDialogProps) {
  const { form, submit, field, choice, ...frame } = useContractForm({
    schema: Who,
    values: { code: '' },
    mode: 'onSubmit',
  })
  const { value: code, onChange } = choice('code')
  const press = (digit: string) => {
    const next = `${code}${digit}`
    if (/^\d{4}$/.test(next)) onSubmit(next)
    else onChange(next)
  }
  return (
    <Dialog open status={null} onOpenChange={(open) => open || onClose()} title="Who are you?">
      <Form className="floor-dialog" frame={frame} onSubmit={submit(async (typed) => onSubmit(typed.code))}>
        <TextField
          label="Code or badge"
          description="Press your four digits, or scan your badge."
          inputMode="none"
          autoComplete="off"
          autoFocus
          maxLength={workerLimits.badgeCharacters}
          {...field('code')}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser. */}
        <div role="group" aria-label="Digits" className="floor-actions floor-steps">
          {digits.map((digit) => (
            <button key={digit} type="button" className="floor-button" onClick={() => press(digit)}>
              {digit}
            </button>
          ))}
        </div>
        <div className="floor-actions">
          <CancelButton onClose={onClose} />
          {!isRequired && (
            <button type="button" className="floor-button" onClick={() => onSubmit(null)}>
              Report without a name
            </button>
          )}
          <button type="submit" className="floor-button floor-primary" disabled={form.watch('code').trim() === ''}>
            Continue
          </button>
        </div>
      </Form>
    </Dialog>
  )
}
