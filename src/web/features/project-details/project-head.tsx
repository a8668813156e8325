import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Copy, Info, Pencil } from 'lucide-react'
import type { ListedProject, Project } from '#contract/projects.ts'
import { unscheduledPhases } from '#contract/vocabulary.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { projectsQuery } from '#web/api/projects/projects.queries.ts'
import { ColleaguesHere } from '#web/components/presence/colleagues-here.tsx'
import { PriorityMark } from '#web/components/project-marks/priority-mark.tsx'
import { stateLooks } from '#web/components/project-marks/state-mark.tsx'
import { ScheduleButton } from '#web/components/scheduling-run/schedule-button.tsx'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { Chip, StatusChip } from '#web/ui/chip.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { HoldButton } from './hold-button.tsx'

/** Opens the next or previous project by ship date. It is disabled at the ends and until the list has loaded. */
const Neighbor = ({ project, back = false }: { project: ListedProject | undefined; back?: boolean }) => {
  const Icon = back ? ChevronLeft : ChevronRight
  const word = back ? 'Previous project' : 'Next project'
  if (!project) return <IconButton variant="default" label={word} icon={<Icon />} disabledReason="none" />
  const label = `${word}: #${project.projectNumber} ${project.projectName}`
  return (
    <Link
      to="/projects/$projectId"
      params={{ projectId: project.projectId }}
      aria-label={label}
      title={label}
      className={buttonClasses({ square: true })}
    >
      <Icon />
    </Link>
  )
}

type ProjectHeadProps = { project: Project; onEdit: () => void; onCopy: () => void }

/** The first line: link to the list, title and state of the project, and its actions. */
export function ProjectHead({ project, onEdit, onCopy }: ProjectHeadProps) {
  const refusal = useRefusal('planProjects')
  const { data: projects = [] } = useQuery(projectsQuery())
  const at = projects.findIndex(({ projectId }) => projectId === project.projectId)
  const { word, kind } = stateLooks[project.state]
  const schedulable = !unscheduledPhases.includes(effectivePhase(project))
  return (
    <PageHead
      className="min-h-13"
      back={
        <span className="flex items-center gap-1.5">
          <Link to="/projects" className="text-primary-text hover:underline">
            Projects
          </Link>
          <ChevronRight aria-hidden="true" className="size-3.5 text-ink-3" />
        </span>
      }
      title={
        <>
          <span className="font-normal text-ink-2 tabular-nums">#{project.projectNumber}</span>{' '}
          {project.projectName || 'Unnamed Project'}
        </>
      }
      meta={
        <>
          <StatusChip kind={kind}>{word}</StatusChip>
          <Chip>
            <PriorityMark priority={project.priority} />
          </Chip>
          <ColleaguesHere where={{ projectId: project.projectId }} />
        </>
      }
      actions={
        <>
          <span className="flex gap-2 max-md:hidden">
            <Neighbor back project={at > 0 ? projects[at - 1] : undefined} />
            <Neighbor project={at >= 0 ? projects[at + 1] : undefined} />
          </span>
          <HoldButton project={project} />
          <span className="max-md:hidden">
            <IconButton
              variant="default"
              label="Copy project"
              icon={<Copy />}
              disabledReason={refusal}
              onClick={onCopy}
            />
          </span>
          <Button icon={refusal ? <Info /> : <Pencil />} onClick={onEdit}>
            {refusal ? 'Details' : 'Edit'}
          </Button>
          {schedulable && <ScheduleButton projectId={project.projectId} />}
        </>
      }
    />
  )
}
