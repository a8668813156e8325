import { Link } from '@tanstack/react-router'

type OperationInTextProps = {
  text: string
  /** The operation that the text names, and its name there; null = it names none. */
  operation: { projectId: string; operationId: string; named: string } | null
}

/** A text in which the operation that it names is a link. */
export function OperationInText({ text, operation }: OperationInTextProps) {
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
      >
        {named}
      </Link>
      {text.slice(at + named.length)}
    </>
  )
}
