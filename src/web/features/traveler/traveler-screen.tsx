import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { projectOperationsQuery } from '#web/api/operations/operations.queries.ts'
import { projectQuery } from '#web/api/projects/projects.queries.ts'
import { SheetPage } from '#web/components/print/sheet-page.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useZoneNote } from '#web/components/reader/use-zone-note.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TravelerSheet } from './traveler-sheet.tsx'

/** The traveler of a project as it will be on paper; on a phone, its operations below each other. */
export function TravelerScreen({ projectId }: { projectId: string }) {
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: operations } = useSuspenseQuery(projectOperationsQuery(projectId))
  const { data: categories } = useSuspenseQuery(categoriesQuery())
  const dates = useDateSettings()
  const zoneNote = useZoneNote()
  const [nowMs] = useState(Date.now)
  const isNarrow = useNarrow()
  const traveler = { project, operations, categories, dates, zoneNote, nowMs }
  return (
    <SheetPage
      title="Traveler"
      back={
        <Link to="/projects/$projectId" params={{ projectId }} className="text-primary-text hover:underline">
          #{project.projectNumber}
        </Link>
      }
      sheet={<TravelerSheet {...traveler} />}
      preview={<TravelerSheet {...traveler} isNarrow={isNarrow} />}
      empty={
        operations.length > 0
          ? null
          : {
              reason: 'no operations yet',
              state: (
                <EmptyState icon={<ListPlus />} title="No operations yet">
                  A traveler lists the operations of the project. Add some first.
                </EmptyState>
              ),
            }
      }
    />
  )
}
