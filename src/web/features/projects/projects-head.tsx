import { FileUp, Plus } from 'lucide-react'
import type { ListedProject } from '#contract/projects.ts'
import { PromiseDateLink } from '#web/components/navigation/promise-date-link.tsx'
import { ScheduleButton } from '#web/components/scheduling-run/schedule-button.tsx'
import { formatNumber } from '#web/lib/format-number.ts'
import { useRefusal } from '#web/stores/actor.ts'
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

const NewProjectButton = ({ narrow, onNew }: Pick<ProjectsHeadProps, 'narrow' | 'onNew'>) => {
  const asked = {
    variant: 'primary',
    icon: <Plus />,
    onClick: onNew,
    disabledReason: useRefusal('planProjects'),
  } as const
  return narrow ? <IconButton label="New project" {...asked} /> : <Button {...asked}>New project</Button>
}

const ImportButton = ({ onImport }: Pick<ProjectsHeadProps, 'onImport'>) => (
  <Button icon={<FileUp />} disabledReason={useRefusal('importWork')} onClick={onImport}>
    Import
  </Button>
)

/** Title, number of displayed and of all projects, and the buttons "Import", "Export", "Schedule all" and "New project". */
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
        {!narrow && <ImportButton onImport={onImport} />}
        {!narrow && total > 0 && <ExportProjects projects={shown} />}
        <ScheduleButton variant="default" />
        <NewProjectButton narrow={narrow} onNew={onNew} />
      </>
    }
  />
)
