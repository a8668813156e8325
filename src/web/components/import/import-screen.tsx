import { Link } from '@tanstack/react-router'
import { ArrowLeft, Download } from 'lucide-react'
import { useState } from 'react'
import type { ImportKind } from '#contract/imports.ts'
import { UnsavedChangesDialog } from '#web/components/unsaved-changes/unsaved-changes-dialog.tsx'
import { useUnsavedChanges } from '#web/components/unsaved-changes/use-unsaved-changes.ts'
import { downloadBlob } from '#web/lib/figure-table.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { ChooseSource } from './choose-source.tsx'
import { ImportResult } from './import-result.tsx'
import { failedRowsFile, type ImportDraft } from './import-rows.ts'
import { ImportSheet } from './import-sheet.tsx'
import { importWords } from './import-words.ts'
import { type Import, useImport } from './use-import.ts'
import type { DraftStart } from './use-import-draft.ts'

/** Why the rows cannot be imported now; null if they can. */
const refusalOf = ({ preview, isChecked, checkProblem }: Import, leavesOutFailed: boolean): string | null => {
  if (checkProblem) return 'The rows could not be checked'
  if (!preview || !isChecked) return 'The rows are being checked'
  const { counts } = preview
  if (counts.failed > 0 && !leavesOutFailed) return 'Correct the rows with errors, or leave them out'
  const hasCalendars =
    'calendars' in preview && preview.calendars.some(({ action, holidays }) => action !== 'unchanged' || holidays > 0)
  return counts.create + counts.update === 0 && !hasCalendars ? 'There is nothing to import' : null
}

const downloadFailed = ({ draft, rows }: Import): void => {
  if (draft) downloadBlob(failedRowsFile(draft, rows), 'rows-not-imported.csv')
}

/** The text of the import screen for rows that another page opens it with. */
interface GivenRows {
  readonly start: DraftStart
  readonly title: string
  /** Label of the link back, and of the button after the result. */
  readonly back: string
  /** Called after the import, with the number of rows that were left out. */
  readonly onImported: (leftOut: number) => void
}

type CheckRowsProps = {
  kind: ImportKind
  title: string
  state: Import
  draft: ImportDraft
  back: { label: string; go: () => void }
  onClose: () => void
}

/** The second step: the rows with their actions and errors, and the import button. */
function CheckRows({ kind, title, state, draft, back, onClose }: CheckRowsProps) {
  const [leavesOut, setLeavesOut] = useState(false)
  const { preview, isChecked } = state
  const failed = preview?.counts.failed ?? 0
  const ready = preview ? preview.counts.create + preview.counts.update : 0
  return (
    <>
      <PageHead
        back={<IconButton icon={<ArrowLeft />} label={back.label} onClick={back.go} />}
        title={title}
        meta={<span className="tabular-nums max-md:hidden">{formatCount(draft.rows.length, 'row')}</span>}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              busy={state.isCommitting}
              busyLabel="Importing…"
              disabledReason={refusalOf(state, leavesOut && failed > 0)}
              onClick={() => state.commit(leavesOut)}
            >
              {ready > 0 && isChecked ? `Import ${formatCount(ready, 'row')}` : 'Import'}
            </Button>
          </>
        }
      />
      <ImportSheet
        kind={kind}
        state={state}
        draft={draft}
        notices={state.commitProblem && <Alert>{state.commitProblem}</Alert>}
        tools={
          failed > 0 && (
            <>
              <Button icon={<Download />} onClick={() => downloadFailed(state)}>
                Rows with errors
              </Button>
              <Checkbox
                label={`Leave out ${formatCount(failed, 'row')} with errors`}
                checked={leavesOut}
                onChange={(event) => setLeavesOut(event.currentTarget.checked)}
              />
            </>
          )
        }
      />
    </>
  )
}

/** Asks before the reader's work on the rows is lost, here or by leaving the page. */
const useAskBefore = (hasEdits: boolean) => {
  const [asked, setAsked] = useState<{ act: () => void } | null>(null)
  const blocked = useUnsavedChanges(hasEdits, 'import', null, 'address')
  const own = asked && {
    leave: () => {
      setAsked(null)
      asked.act()
    },
    stay: () => setAsked(null),
  }
  const askBefore = (act: () => void) => (hasEdits ? setAsked({ act }) : act())
  return { askBefore, dialog: <UnsavedChangesDialog blocked={own ?? blocked} /> }
}

/** The way to an import that repeats by itself. */
const RepeatHint = () => (
  <p className="px-5 pb-5 text-ink-2 max-md:px-4">
    Do you get this list again and again?{' '}
    <Link to="/sources" search={{ edit: 'new' }} className="text-primary-text underline">
      Repeat this import by itself
    </Link>
  </p>
)

type ImportScreenProps = {
  kind: ImportKind
  onClose: () => void
  /** The rows to import, if they are known already. */
  given?: GivenRows
}

/** Imports a table: select a source, check the rows, see the result. */
export function ImportScreen({ kind, onClose, given }: ImportScreenProps) {
  const words = given ? { ...importWords[kind], ...given, show: given.back } : importWords[kind]
  const state = useImport(kind, given?.start, ({ counts }) => given?.onImported(counts.failed ?? 0))
  const { draft, outcome } = state
  const { askBefore, dialog } = useAskBefore(state.hasEdits)
  return (
    <div className="relative flex h-[calc(100dvh-var(--header))] flex-col">
      {draft && !outcome ? (
        <CheckRows
          kind={kind}
          title={words.title}
          state={state}
          draft={draft}
          onClose={onClose}
          back={
            given
              ? { label: given.back, go: onClose }
              : { label: 'Choose another source', go: () => askBefore(state.again) }
          }
        />
      ) : (
        <>
          <PageHead
            back={<IconButton icon={<ArrowLeft />} label={words.back} onClick={onClose} />}
            title={words.title}
          />
          {outcome ? (
            <ImportResult
              words={words}
              outcome={outcome}
              onClose={onClose}
              onFailedRows={outcome.counts.failed > 0 ? () => downloadFailed(state) : null}
              onAgain={given ? null : state.again}
            />
          ) : (
            <div className="min-h-0 grow overflow-auto">
              <ChooseSource
                words={words}
                busy={state.isReading}
                problem={state.readProblem}
                onSource={(source) => void state.read(source)}
              />
              {kind === 'projects' && <RepeatHint />}
            </div>
          )}
        </>
      )}
      {dialog}
    </div>
  )
}
