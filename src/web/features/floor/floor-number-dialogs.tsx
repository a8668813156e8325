import { useState } from 'react'
import { z } from 'zod/mini'
import { Decimal, preprocess } from '#contract/fields.ts'
import { floorLimits } from '#contract/floor.ts'
import { limits } from '#contract/vocabulary.ts'
import { WorkerCode, workerLimits } from '#contract/workers.ts'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { CancelButton } from './floor-dialogs.tsx'
import { afterKey, type Key, Keypad } from './floor-keypad.tsx'

type Dialogs = { onClose: () => void }

/** A field beside a keypad: no keyboard covers the dialog, and text that is typed or scanned still arrives. */
const typed = { inputMode: 'none', autoComplete: 'off', autoFocus: true } as const

const HoursLeft = preprocess(
  (values: { hoursLeft: string }) => values,
  z.object({ hoursLeft: Decimal(0.01, limits.maxDurationHours, 'Enter the hours as a number, such as 7.5') }),
)

type HoursLeftDialogProps = Dialogs & { name: string; hoursLeft: number; onSubmit: (hoursLeft: number) => void }

/** Asks for the hours that the work still needs, which may exceed the estimate. The first digit replaces the hours of the plan. */
export function HoursLeftDialog({ name, hoursLeft, onSubmit, onClose }: HoursLeftDialogProps) {
  const planned = String(hoursLeft)
  const { submit, field, choice, ...frame } = useContractForm({
    schema: HoursLeft,
    values: { hoursLeft: planned },
    mode: 'onSubmit',
  })
  const [isPlanned, setPlanned] = useState(true)
  const { value, onChange } = choice('hoursLeft')
  const press = (key: Key) => {
    setPlanned(false)
    onChange(afterKey(isPlanned && value === planned ? '' : value, key))
  }
  return (
    <Dialog open status={null} onOpenChange={(open) => open || onClose()} title={`How much is left of ${name}?`}>
      <Form className="floor-dialog" frame={frame} onSubmit={submit(async (entered) => onSubmit(entered.hoursLeft))}>
        <TextField label="Hours left" {...typed} {...field('hoursLeft')} />
        <Keypad decimal onPress={press} />
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

type PiecesDialogProps = Dialogs & {
  name: string
  reasons: readonly string[]
  onSubmit: (pieces: NewPieces) => void
}

type ScrapReasonsProps = {
  reasons: readonly string[]
  problem: string | null
  value: string
  onChange: (reason: string) => void
}

const ScrapReasons = ({ reasons, problem, value, onChange }: ScrapReasonsProps) => (
  <fieldset>
    <legend className="mb-1.5 text-ink-2">Why scrap?</legend>
    <div className="floor-choices">
      {reasons.map((reason) => (
        <button
          key={reason}
          type="button"
          className="floor-button"
          aria-pressed={value === reason}
          onClick={() => onChange(reason)}
        >
          {reason}
        </button>
      ))}
    </div>
    {problem && (
      <p role="alert" className="text-crit-text text-label">
        {problem}
      </p>
    )}
  </fieldset>
)

/** Asks for the pieces since the last report. Scrap needs a reason from the list of the organization. */
export function PiecesDialog({ name, reasons, onSubmit, onClose }: PiecesDialogProps) {
  const { form, submit, field, choice, problemOf, ...frame } = useContractForm({
    schema: Pieces,
    values: { good: '', scrap: '', scrapReason: '' },
    mode: 'onSubmit',
  })
  const [active, setActive] = useState<'good' | 'scrap'>('good')
  const counted = choice(active)
  const send = submit(async ({ good, scrap, scrapReason }) =>
    onSubmit(scrap > 0 ? { good, scrap, scrapReason } : { good }),
  )
  return (
    <Dialog open status={null} onOpenChange={(open) => open || onClose()} title={`Pieces of ${name}`}>
      <Form className="floor-dialog" frame={frame} onSubmit={send}>
        <div className="floor-counts">
          {(['good', 'scrap'] as const).map((kind) => (
            <TextField
              key={kind}
              label={kind === 'good' ? 'Good' : 'Scrap'}
              className={kind === active ? 'floor-active' : undefined}
              onFocus={() => setActive(kind)}
              {...typed}
              autoFocus={kind === 'good'}
              {...field(kind)}
            />
          ))}
        </div>
        <Keypad onPress={(key) => counted.onChange(afterKey(counted.value, key))} />
        {Number(form.watch('scrap')) > 0 && (
          <ScrapReasons reasons={reasons} problem={problemOf('scrapReason')} {...choice('scrapReason')} />
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
type WhoDialogProps = Dialogs & {
  isRequired: boolean
  onSubmit: (code: string | null) => void
}

/** Asks who worked, before a report. A scanner types a badge and sends Enter; four digits can be pressed with one hand. */
export function WhoDialog({ isRequired, onSubmit, onClose }: WhoDialogProps) {
  const { form, submit, field, choice, ...frame } = useContractForm({
    schema: Who,
    values: { code: '' },
    mode: 'onSubmit',
  })
  const { value: code, onChange } = choice('code')
  const press = (key: Key) => {
    const next = key === 'back' ? code.slice(0, -1) : `${code}${key}`
    if (/^\d{4}$/.test(next)) onSubmit(next)
    else onChange(next)
  }
  return (
    <Dialog open status={null} onOpenChange={(open) => open || onClose()} title="Who are you?">
      <Form className="floor-dialog" frame={frame} onSubmit={submit(async (entered) => onSubmit(entered.code))}>
        <TextField
          label="Code or badge"
          description="Press your four digits, or scan your badge."
          {...typed}
          maxLength={workerLimits.badgeCharacters}
          {...field('code')}
        />
        <Keypad onPress={press} />
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
