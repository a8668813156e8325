import { errorSentence } from '#web/api/api-error.ts'
import { Spinner } from '#web/ui/spinner.tsx'

/** Shown over a skeleton whose request failed and is being retried: the error, before all attempts are used up. */
export const TryingAgain = ({ error }: { error: unknown }) =>
  error ? (
    <p role="status" className="flex items-center gap-2 px-5 py-2 text-warn-text max-md:px-4">
      <Spinner />
      {errorSentence(error).replace(/\.$/, '')}. Trying again…
    </p>
  ) : null
