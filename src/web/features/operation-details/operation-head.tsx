import { Link } from '@tanstack/react-router'
import { ChevronRight, CirclePause, CirclePlay, Ellipsis, Pencil } from 'lucide-react'
import type { Operation, OperationInput } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import { holdReason, OperationMenuItems } from '#web/components/operation-form/operation-menu-items.tsx'
import { ColleaguesHere } from '#web/components/presence/colleagues-here.tsx'
import { useFieldsRefusal } from '#web/stores/operation-refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

type OperationHeadProps = {
  project: Project
  operation: Operation
  onChange: (operation: Operation, fields: OperationInput, done: string) => void
  onEdit: () => void
  onRemove: () => void
}

/** The link to the project, the title of the operation, and its actions. */
export function OperationHead({ project, operation, onChange, onEdit, onRemove }: OperationHeadProps) {
  const { name, onHold, sequence } = operation
  return (
    <PageHead
      className="min-h-13"
      back={
        <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1.5">
          <Link to="/projects" className="text-primary-text hover:underline max-md:hidden">
            Projects
          </Link>
          <ChevronRight aria-hidden="true" className="size-3.5 text-ink-3 max-md:hidden" />
          <Link
            to="/projects/$projectId"
            params={{ projectId: project.projectId }}
            className="truncate text-primary-text hover:underline"
          >
            #{project.projectNumber} {project.projectName || 'Unnamed Project'}
          </Link>
          <ChevronRight aria-hidden="true" className="size-3.5 text-ink-3" />
        </nav>
      }
      title={
        <>
          <span className="font-normal text-ink-2 tabular-nums">{sequence}</span> {name}
        </>
      }
      meta={<ColleaguesHere where={{ projectId: project.projectId }} />}
      actions={
        <>
          <Button
            icon={onHold ? <CirclePlay /> : <CirclePause />}
            disabledReason={useFieldsRefusal(operation, 'onHold') ?? holdReason(operation)}
            onClick={() =>
              onChange(operation, { onHold: !onHold }, onHold ? `${name} released` : `${name} put on hold`)
            }
          >
            {onHold ? 'Release' : 'Hold'}
          </Button>
          <Button icon={<Pencil />} onClick={onEdit}>
            {useFieldsRefusal(operation, 'notes') === null ? 'Edit' : 'Details'}
          </Button>
          <Menu
            label={`Actions on ${name}`}
            trigger={<IconButton variant="default" label={`Actions on ${name}`} icon={<Ellipsis />} />}
          >
            <OperationMenuItems operation={operation} onChange={onChange} onEdit={onEdit} onRemove={onRemove} />
          </Menu>
        </>
      }
    />
  )
}
