import { ArrowLeft, Columns3, Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { RowAction } from '#contract/import-previews.ts'
import type { ImportKind } from '#contract/imports.ts'
import { ListFooter, Total } from '#web/components/data-list/list-footer.tsx'
import { NothingMatches } from '#web/components/data-list/nothing-matches.tsx'
import { UnsavedChangesDialog } from '#web/components/unsaved-changes/unsaved-changes-dialog.tsx'
import { useUnsavedChanges } from '#web/components/unsaved-changes/use-unsaved-changes.ts'
import { downloadBlob } from '#web/lib/figure-table.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { StaleStrip } from '#web/ui/stale-strip.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { ChooseSource } from './choose-source.tsx'
import { ColumnsDialog } from './columns-dialog.tsx'
import { actionLooks } from './import-columns.tsx'
import { ImportExtras } from './import-extras.tsx'
import { ImportResult } from './import-result.tsx'
import { failedRowsFile, type ImportDraft } from './import-rows.ts'
import { ImportTable } from './import-table.tsx'
import { type ImportWords, importWords } from './import-words.ts'
import { ReadingChoices } from './reading-choices.tsx'
import { type Import, useImport } from './use-import.ts'

type View = 'all' | RowAction

const keys = [
  ['J K', 'move'],
  ['X', 'select'],
  ['Tab', 'edit cells'],
  ['Enter', 'store'],
] as const

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

type RowsProps = { state: Import; draft: ImportDraft; view: View; onView: (view: View) => void }

/** The rows of a view, under the tabs that count them. */
function Rows({ state, draft, view, onView }: RowsProps) {
  const { rows, preview } = state
  const shown = useMemo(() => (view === 'all' ? rows : rows.filter(({ action }) => action === view)), [rows, view])
  const tabs = (['failed', 'create', 'update', 'unchanged', 'skip'] as const).flatMap((action) => {
    const count = preview?.counts[action] ?? 0
    return count > 0 || action === view ? [{ value: action, label: actionLooks[action].word, count }] : []
  })
  return (
    <>
      <Tabs<View>
        label="Rows by action"
        value={view}
        tabs={[{ value: 'all', label: 'All rows', count: rows.length }, ...tabs]}
        onChange={onView}
        className="px-5 max-md:px-4"
      />
      {shown.length === 0 ? (
        <NothingMatches title="No matching rows" clearLabel="Show all rows" onClear={() => onView('all')} />
      ) : (
        <ImportTable
          draft={draft}
          rows={shown}
          hasProblems={(preview?.problemCount ?? 0) > 0}
          listKey={view}
          onCell={state.setCell}
          onRemove={state.remove}
        />
      )}
    </>
  )
}

const downloadFailed = ({ draft, rows }: Import): void => {
  if (draft) downloadBlob(failedRowsFile(draft, rows), 'rows-not-imported.csv')
}

/** What the import would create and update in total. */
const totalsOf = (
  preview: NonNullable<Import['preview']>,
  one: string,
): readonly (readonly [count: number, one: string])[] => {
  if ('records' in preview) {
    return [
      [preview.records.create, `new ${one}`],
      [preview.records.update, 'update'],
    ]
  }
  const { projects, operations, workCenters } = preview
  return [
    [projects.create, 'new project'],
    [operations.create, 'new operation'],
    [projects.update + operations.update, 'update'],
    ...(workCenters.length > 0 ? [[workCenters.length, 'new work center'] as const] : []),
  ]
}

const Footer = ({ preview, words }: Pick<Import, 'preview'> & { words: ImportWords }) => (
  <ListFooter keys={keys}>
    {preview && totalsOf(preview, words.one).map(([count, one]) => <Total key={one} count={count} one={one} />)}
  </ListFooter>
)

type CheckRowsProps = { kind: ImportKind; state: Import; draft: ImportDraft; onAgain: () => void; onClose: () => void }

/** The second step: the rows with their actions and errors, and the import button. */
function CheckRows({ kind, state, draft, onAgain, onClose }: CheckRowsProps) {
  const words = importWords[kind]
  const [view, setView] = useState<View>('all')
  const [leavesOut, setLeavesOut] = useState(false)
  const [asksColumns, setAsksColumns] = useState(false)
  const { preview, isChecked } = state
  const failed = preview?.counts.failed ?? 0
  const ready = preview ? preview.counts.create + preview.counts.update : 0
  const notes = [...draft.notes, ...(preview?.notes ?? [])]
  return (
    <>
      <PageHead
        back={<IconButton icon={<ArrowLeft />} label="Choose another source" onClick={onAgain} />}
        title={words.title}
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
      <div className="flex max-h-90 shrink-0 flex-col gap-2 overflow-auto px-5 pb-1 empty:hidden max-md:px-4">
        {state.commitProblem && <Alert>{state.commitProblem}</Alert>}
        {state.readProblem && <Alert>{state.readProblem}</Alert>}
        <ImportExtras key={state.asRead} kind={kind} state={state} draft={draft} />
        {notes.length > 0 && <Alert kind="info">{notes.join(' ')}</Alert>}
      </div>
      {state.checkProblem && (
        <StaleStrip onRetry={state.recheck}>The rows could not be checked. {state.checkProblem}</StaleStrip>
      )}
      <Toolbar
        end={
          <span className="text-ink-3" aria-live="polite">
            {state.isReading ? 'Reading…' : isChecked || state.checkProblem ? '' : 'Checking…'}
          </span>
        }
      >
        <Button icon={<Columns3 />} onClick={() => setAsksColumns(true)}>
          Columns
        </Button>
        <ReadingChoices draft={draft} state={state} />
        {failed > 0 && (
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
        )}
      </Toolbar>
      <Rows state={state} draft={draft} view={view} onView={setView} />
      <Footer preview={preview} words={words} />
      {asksColumns && (
        <ColumnsDialog
          kind={kind}
          draft={draft}
          onClose={() => setAsksColumns(false)}
          onApply={(choice) => {
            state.choose(choice)
            setAsksColumns(false)
          }}
        />
      )}
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

/** Imports a table: select a source, check the rows, see the result. */
export function ImportScreen({ kind, onClose }: { kind: ImportKind; onClose: () => void }) {
  const words = importWords[kind]
  const state = useImport(kind)
  const { draft, outcome } = state
  const { askBefore, dialog } = useAskBefore(state.hasEdits)
  return (
    <div className="relative flex h-[calc(100dvh-var(--header))] flex-col">
      {draft && !outcome ? (
        <CheckRows kind={kind} state={state} draft={draft} onClose={onClose} onAgain={() => askBefore(state.again)} />
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
              onAgain={state.again}
            />
          ) : (
            <div className="min-h-0 grow overflow-auto">
              <ChooseSource
                words={words}
                busy={state.isReading}
                problem={state.readProblem}
                onSource={(source) => void state.read(source)}
              />
            </div>
          )}
        </>
      )}
      {dialog}
    </div>
  )
}
