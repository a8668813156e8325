import { FileUp, Plus } from 'lucide-react'
import type { ListedProject } from '#contract/projects.ts'
import { PromiseDateLink } from '#web/components/navigation/promise-date-link.tsx'
import { ScheduleButton } from '#web/components/scheduling-run/schedule-button.tsx'
import { formatNumber } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { ExportProjects } from './export-projects.tsx'

type ProjectsHeadProps = {
  shown: readonly ListedProject[]
  total: number
  narrow: boolean
  onNew: () => void
  onImport: () => void
}

/** Title, number of shown and of all projects, and the buttons "Import", "Export", "Schedule all" and "New project". */
export const ProjectsHead = ({ shown, total, narrow, onNew, onImport }: ProjectsHeadProps) => (
  <PageHead
    title="Projects"
    meta={
      total > 0 && (
        <span className="tabular-nums">
          {formatNumber(shown.length)} of {formatNumber(total)}
        </span>
      )
    }
    actions={
      <>
        {!narrow && <PromiseDateLink />}
        {!narrow && (
          <Button icon={<FileUp />} onClick={onImport}>
            Import
          </Button>
        )}
        {!narrow && total > 0 && <ExportProjects projects={shown} />}
        <ScheduleButton variant="default" />
        {narrow ? (
          <IconButton variant="primary" icon={<Plus />} label="New project" onClick={onNew} />
        ) : (
          <Button variant="primary" icon={<Plus />} onClick={onNew}>
            New project
          </Button>
        )}
      </>
    }
  />
)
