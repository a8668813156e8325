import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { isApiError } from '#web/api/api-error.ts'
import { PartError } from '#web/components/error-screens/part-error.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Shown if a proposal is unknown or discarded, or could not be loaded (with a retry). */
export function ProposalError(props: ErrorComponentProps) {
  const { error } = props
  if (!isApiError(error) || (error.status !== 404 && error.status !== 400)) return <PartError {...props} />
  return (
    <EmptyState
      className="min-h-80 grow"
      icon={<FileQuestion />}
      title="This proposal does not exist, or belongs to another organization."
      action={
        <Link to="/" className={buttonClasses({ variant: 'primary' })}>
          Back to Dashboard
        </Link>
      }
    >
      Proposals without a name are kept for one day.
    </EmptyState>
  )
}
