import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { FolderX } from 'lucide-react'
import type { ReactNode } from 'react'
import { isApiError } from '#web/api/api-error.ts'
import { PartError } from '#web/components/error-screens/part-error.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** True if the address names no existing record: it is missing (404) or the id is invalid (400). */
const namesNothing = (error: unknown): boolean => isApiError(error) && (error.status === 404 || error.status === 400)

const Missing = ({ title, action }: { title: string; action: ReactNode }) => (
  <EmptyState className="min-h-80 grow" icon={<FolderX />} title={title} action={action}>
    It may have been deleted since the link was created.
  </EmptyState>
)

const toProjects = (
  <Link to="/projects" className={buttonClasses({ variant: 'primary' })}>
    Back to Projects
  </Link>
)

/** Shown if a project is unknown, or could not be loaded (with a retry). */
export const ProjectError = (props: ErrorComponentProps) =>
  namesNothing(props.error) ? (
    <Missing title="This project does not exist, or belongs to another organization." action={toProjects} />
  ) : (
    <PartError {...props} />
  )

/** Shown if an operation is unknown, or could not be loaded (with a retry). */
export const OperationError = (props: ErrorComponentProps) =>
  namesNothing(props.error) ? (
    <Missing title="This operation does not exist, or belongs to another organization." action={toProjects} />
  ) : (
    <PartError {...props} />
  )
