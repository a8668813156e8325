import { ArrowLeft, FileUp } from 'lucide-react'
import type { DataSource } from '#contract/data-sources.ts'
import type { ExchangePlaces } from '#contract/exchange.ts'
import { ImportSheet } from '#web/components/import/import-sheet.tsx'
import { UnsavedChangesDialog } from '#web/components/unsaved-changes/unsaved-changes-dialog.tsx'
import { useUnsavedChanges } from '#web/components/unsaved-changes/use-unsaved-changes.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { chosenTab, useLostFocus } from '../use-lost-focus.ts'
import { Meanings } from './meanings.tsx'
import { missingPlace, OriginStep, originForm } from './origin-step.tsx'
import { RulesStep, rulesForm } from './rules-step.tsx'
import { type SetupStep, type SourceSetup, useSourceSetup } from './use-source-setup.ts'

const steps: readonly { value: SetupStep; label: string }[] = [
  { value: 'origin', label: '1. Where from' },
  { value: 'rows', label: '2. Columns' },
  { value: 'rules', label: '3. When and how' },
]

/** Why the data source cannot be saved now; null if it can. */
const saveRefusal = ({ isRead, sheet, draft }: SourceSetup): string | null => {
  if (!isRead) return 'Read the file first'
  if (draft?.columns.every((field) => field === null)) return 'Choose at least one column'
  const isAsked =
    sheet.preview !== undefined && 'planQuestions' in sheet.preview && sheet.preview.planQuestions.length > 0
  return isAsked ? 'Answer the questions about the rows first' : null
}

type ActionsProps = { setup: SourceSetup; source: DataSource | null; places: ExchangePlaces; onClose: () => void }

/** The buttons of each step. */
function Actions({ setup, source, places, onClose }: ActionsProps) {
  const { step, setStep, form, origin, isRead } = setup
  const kind = form.form.watch('origin.kind')
  const refusal = saveRefusal(setup)
  const busy = { busy: form.isBusy, busyLabel: 'Saving…', disabledReason: refusal }
  const save = (
    <Button {...busy} variant={source || kind === 'pushed' ? 'primary' : 'default'} type="submit" form={rulesForm}>
      {source ? 'Save' : 'Set up'}
    </Button>
  )
  return (
    <>
      <Button onClick={onClose}>Cancel</Button>
      {step === 'origin' &&
        (kind === 'pushed' ? (
          isRead && (
            <Button variant="primary" onClick={() => setStep('rules')}>
              Continue
            </Button>
          )
        ) : (
          <>
            {source && isRead && <Button onClick={() => setStep('rules')}>Skip the file</Button>}
            <Button
              variant="primary"
              busy={setup.isReading}
              busyLabel="Reading…"
              disabledReason={missingPlace(kind, places)}
              type="submit"
              form={originForm}
            >
              Read the file
            </Button>
          </>
        ))}
      {step === 'rows' && (
        <Button variant="primary" disabledReason={refusal} onClick={() => setStep('rules')}>
          Continue
        </Button>
      )}
      {step === 'rules' && save}
      {step === 'rules' && !source && origin?.kind !== 'pushed' && (
        <Button {...busy} variant="primary" onClick={() => void setup.save(true)}>
          Set up and import now
        </Button>
      )}
    </>
  )
}

/** The second step: the rows of the file, as a run would import them. */
function RowsStep({ setup }: { setup: SourceSetup }) {
  const { draft, sheet, fileName, choose } = setup
  if (!draft) {
    return (
      <EmptyState
        icon={<FileUp />}
        title="The file has not been read yet"
        className="grow"
        action={<Button onClick={() => setup.setStep('origin')}>Where from</Button>}
      >
        Its rows appear here, so that you can check how they will be read.
      </EmptyState>
    )
  }
  const meanings = draft.valueMeanings ?? []
  return (
    <ImportSheet
      kind="projects"
      state={sheet}
      draft={draft}
      isFixed
      notices={
        <>
          <p className="text-ink-2">
            {formatCount(draft.rows.length, 'row')} of {fileName}, as each run will read them. Rows with errors wait for
            you after each run; where a value has choices, what you choose is read for it from now on.
          </p>
          <Meanings
            meanings={meanings}
            onRemove={(gone) => choose({ valueMeanings: meanings.filter((meaning) => meaning !== gone) })}
          />
        </>
      }
    />
  )
}

type SetupScreenProps = {
  /** The data source to change; null sets up a new one. */
  source: DataSource | null
  places: ExchangePlaces
  onClose: () => void
  onSaved: (source: DataSource) => void
}

/** Sets up a data source, or changes one, in three steps. */
export function SetupScreen({ source, places, onClose, onSaved }: SetupScreenProps) {
  const setup = useSourceSetup(source, onSaved)
  const { step, setStep, form } = setup
  useLostFocus(step, chosenTab)
  const blocked = useUnsavedChanges(setup.hasEdits, 'dataSource', source?.sourceId ?? null, 'address')
  return (
    <div className="relative flex h-[calc(100dvh-var(--header))] flex-col">
      <PageHead
        back={<IconButton icon={<ArrowLeft />} label="Back to data sources" onClick={onClose} />}
        title={source ? `Change ${source.name}` : 'New data source'}
        actions={<Actions setup={setup} source={source} places={places} onClose={onClose} />}
      />
      <Tabs label="Steps" value={step} tabs={steps} onChange={setStep} className="px-5 max-md:px-4" />
      {form.problem && step === 'rows' && (
        <div className="px-5 pt-2 max-md:px-4">
          <Alert onDismiss={form.forgetFailure}>{form.problem}</Alert>
        </div>
      )}
      {step === 'rows' ? (
        <div className="flex min-h-0 grow flex-col pt-2">
          <RowsStep setup={setup} />
        </div>
      ) : (
        <div className="min-h-0 grow overflow-auto px-5 py-4 max-md:px-4">
          {step === 'origin' && <OriginStep setup={setup} places={places} hasSecret={source?.hasSecret ?? false} />}
          {step === 'rules' && <RulesStep setup={setup} />}
        </div>
      )}
      <UnsavedChangesDialog blocked={blocked} />
    </div>
  )
}
