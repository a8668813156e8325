import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, ListPlus, Printer } from 'lucide-react'
import { useCallback, useState } from 'react'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { projectOperationsQuery } from '#web/api/operations/operations.queries.ts'
import { projectQuery } from '#web/api/projects/projects.queries.ts'
import { type Paper, PrintSheet } from '#web/components/print/print-sheet.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useZoneNote } from '#web/components/reader/use-zone-note.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { TravelerSheet } from './traveler-sheet.tsx'

const papers: readonly Paper[] = ['A4', 'Letter']

/** The traveler of a project as it will be on paper. */
export function TravelerScreen({ projectId }: { projectId: string }) {
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: operations } = useSuspenseQuery(projectOperationsQuery(projectId))
  const { data: categories } = useSuspenseQuery(categoriesQuery())
  const dates = useDateSettings()
  const zoneNote = useZoneNote()
  const [nowMs] = useState(Date.now)
  const [paper, setPaper] = useState<Paper | null>(null)
  const done = useCallback(() => setPaper(null), [])
  const isEmpty = operations.length === 0
  const sheet = <TravelerSheet {...{ project, operations, categories, dates, zoneNote, nowMs }} />
  return (
    <>
      <PageHead
        back={
          <span className="flex items-center gap-1.5">
            <Link to="/projects/$projectId" params={{ projectId }} className="text-primary-text hover:underline">
              #{project.projectNumber}
            </Link>
            <ChevronRight aria-hidden="true" className="size-3.5 text-ink-3" />
          </span>
        }
        title="Traveler"
        actions={papers.map((size) => (
          <Button
            key={size}
            icon={<Printer />}
            disabledReason={isEmpty && 'no operations yet'}
            onClick={() => setPaper(size)}
          >
            {`Print on ${size}`}
          </Button>
        ))}
      />
      {isEmpty ? (
        <EmptyState icon={<ListPlus />} title="No operations yet">
          A traveler lists the operations of the project. Add some first.
        </EmptyState>
      ) : (
        <div className="overflow-x-auto border-line-2 border-y bg-surface px-5 py-4">{sheet}</div>
      )}
      {paper && (
        <PrintSheet paper={paper} upright onDone={done}>
          {sheet}
        </PrintSheet>
      )}
    </>
  )
}
