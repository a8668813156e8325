import { Link } from '@tanstack/react-router'
import type { OperationRemedy } from '#contract/operation-lists.ts'
import { remedyName } from '#web/components/remedies/remedy-names.ts'

type RemedyLinkProps = {
  remedy: OperationRemedy
  projectId: string
  /** Null if no operation explains the lateness; the remedy names its own operation. */
  operationId: string | null
}

/** A link to the place of the remedy: working time, the project or the operation. Nothing if no remedy is known. */
export function RemedyLink({ remedy, projectId, operationId }: RemedyLinkProps) {
  const words = remedyName(remedy)
  const at = remedy.operation ?? (operationId === null ? null : { projectId, operationId })
  if (!words) return null
  const look = { className: 'text-primary-text hover:underline' }
  if (remedy.code === 'addOvertime') {
    return (
      <Link to="/shift-patterns" {...look}>
        {words}
      </Link>
    )
  }
  if (remedy.code === 'raisePriority' || remedy.code === 'moveShipDate' || !at) {
    return (
      <Link to="/projects/$projectId" params={{ projectId }} {...look}>
        {words}
      </Link>
    )
  }
  return (
    <Link
      to="/projects/$projectId/operations/$operationId"
      params={{ projectId: at.projectId, operationId: at.operationId }}
      {...look}
    >
      {words}
    </Link>
  )
}
