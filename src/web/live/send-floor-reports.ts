import { postFloorReport, postMyFloorReport } from '#contract/floor.ts'
import { type ApiError, isApiError, isTransient } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { externalValue } from '#web/lib/external-value.ts'
import { nextReport, noteAnswer, type QueuedReport } from '#web/stores/floor.ts'

export interface SendingOptions {
  /** A report was answered, so the work list should be read again. */
  readonly onAnswer: (report: QueuedReport, error: string | null) => void
  /** The device or the person is no longer signed in. */
  readonly onEnded: () => void
}

const firstDelayMs = 1_000
const mostDelayMs = 30_000

type Outcome = 'answered' | 'ended' | 'later'

/** The key of the report being sent, which can no longer be withdrawn; null if none. */
export const sendingReport = externalValue<string | null>(null)

/** 409 means that an earlier attempt is still running; its answer will also be the answer to this attempt. */
const isForLater = (error: unknown): boolean =>
  isTransient(error) || (isApiError(error) && [408, 409, 429].includes(error.status))

/** Posts a report with the credentials it was made for: the cookie of a device or the session of a person. */
const post = ({ key, report: body, workCenterIds }: QueuedReport): Promise<unknown> =>
  workCenterIds === undefined
    ? call(postFloorReport, { body }, { idempotencyKey: key, keeps401: true })
    : call(postMyFloorReport, { query: { workCenterIds }, body }, { idempotencyKey: key })

const hasEndedWith = ({ status, code }: ApiError): boolean => status === 401 || code === 'session_over'

/** Sends the reports of this device or person in order until `end` is called. */
export const startSendingReports = ({ onAnswer, onEnded }: SendingOptions) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let failures = 0
  let hasEnded = false

  const send = async (next: QueuedReport): Promise<Outcome> => {
    const answer = (error: string | null): Outcome => {
      noteAnswer(next.key, error)
      onAnswer(next, error)
      return 'answered'
    }
    sendingReport.set(next.key)
    try {
      await post(next)
      return answer(null)
    } catch (error) {
      if (!isApiError(error) || isForLater(error)) return 'later'
      return hasEndedWith(error) ? 'ended' : answer(error.message)
    } finally {
      sendingReport.set(null)
    }
  }

  const again = (delayMs: number) => {
    timer = setTimeout(flush, delayMs)
  }

  const work = async (): Promise<void> => {
    clearTimeout(timer)
    for (let next = nextReport(); next && !hasEnded; next = nextReport()) {
      const heldMs = next.heldUntilMs - Date.now()
      if (heldMs > 0) return again(heldMs)
      const outcome = await send(next)
      if (hasEnded) return
      if (outcome === 'ended') return onEnded()
      if (outcome === 'later') return again(Math.min(firstDelayMs * 2 ** failures++, mostDelayMs))
      failures = 0
    }
  }

  // Only one tab sends at a time. The idempotency keys would prevent a second effect, but not a wrong order.
  const alone = (): Promise<void> => (navigator.locks ? navigator.locks.request('floor-reports', work) : work())

  function flush(): void {
    if (isRunning) return
    isRunning = true
    void alone().finally(() => {
      isRunning = false
    })
  }

  /** Retries at once, because the network is back or a report was added. */
  const now = (): void => {
    failures = 0
    flush()
  }
  addEventListener('online', now)
  flush()
  return {
    now,
    end: () => {
      hasEnded = true
      clearTimeout(timer)
      removeEventListener('online', now)
    },
  }
}
