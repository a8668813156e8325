import { Link } from '@tanstack/react-router'

type OperationInTextProps = {
  text: string
  /** The operation that the text names, and its name there; null if the text names none. */
  operation: { projectId: string; operationId: string; named: string } | null
  /** Shows the operation in place. Without it, or with a modifier key for a new tab, the link opens the page of the operation. */
  onOpen?: ((operationId: string) => void) | undefined
}

/** A text in which the operation that it names is a link. */
export function OperationInText({ text, operation, onOpen }: OperationInTextProps) {
  const at = operation ? text.indexOf(operation.named) : -1
  if (!operation || at < 0) return text
  const { projectId, operationId, named } = operation
  return (
    <>
      {text.slice(0, at)}
      <Link
        to="/projects/$projectId/operations/$operationId"
        params={{ projectId, operationId }}
        className="text-primary-text underline"
        onClick={(event) => {
          if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onOpen(operationId)
        }}
      >
        {named}
      </Link>
      {text.slice(at + named.length)}
    </>
  )
}
