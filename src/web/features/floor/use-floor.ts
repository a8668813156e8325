import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FloorReport } from '#contract/floor.ts'
import { isApiError } from '#web/api/api-error.ts'
import { floorQueueKey, floorQueueQuery } from '#web/api/floor.queries.ts'
import { useExternalValue } from '#web/lib/external-value.ts'
import { sendingReport, startSendingReports } from '#web/live/send-floor-reports.ts'
import {
  addReport,
  dropSent,
  floorReports,
  forgetDevice,
  knownDevice,
  mostWaiting,
  type QueuedReport,
  removeReport,
  rereadFloor,
} from '#web/stores/floor.ts'
import { announce } from '#web/ui/live-region.tsx'
import { pressedWords, reportWords } from './floor-words.ts'

/** How long "Done" can be taken back before it is sent. */
const heldMs = 6_000

/** Why a device has to sign in: never yet, or not any more, with the reports that were lost with it. */
export interface SignedOut {
  readonly reason: string | null
  readonly unsent: readonly QueuedReport[]
}

export type NewReport = Pick<FloorReport, 'kind' | 'progressPercentage' | 'hoursLeft' | 'reason' | 'note'>

const isRefused = (error: unknown): boolean => isApiError(error) && error.status === 401

/** Sends what waits as long as the device is signed in. */
const useSending = (isSignedIn: boolean, onEnded: () => void) => {
  const client = useQueryClient()
  const sending = useRef<ReturnType<typeof startSendingReports> | null>(null)
  useEffect(() => {
    if (!isSignedIn) return
    const own = startSendingReports({
      onAnswer: (report, error) => {
        if (error !== null) announce(`Not accepted: ${reportWords(report)}. ${error}`)
        void client.invalidateQueries({ queryKey: floorQueueKey })
      },
      onEnded,
    })
    sending.current = own
    addEventListener('storage', rereadFloor)
    return () => {
      own.end()
      removeEventListener('storage', rereadFloor)
    }
  }, [isSignedIn, onEnded, client])
  return useCallback(() => sending.current?.now(), [])
}

/** The work of this device with everything that can be done about it, and whether it is signed in. */
export const useFloor = () => {
  const client = useQueryClient()
  const [signedOut, setSignedOut] = useState<SignedOut | null>(null)
  const query = useQuery({ ...floorQueueQuery(), enabled: signedOut === null })
  const reports = useExternalValue(floorReports)
  const sendingKey = useExternalValue(sendingReport)
  const [isFull, setFull] = useState(false)
  const work = query.data

  const leave = useCallback(
    (reason: string | null) => {
      setSignedOut({ reason, unsent: forgetDevice() })
      client.removeQueries({ queryKey: floorQueueKey })
    },
    [client],
  )
  const onEnded = useCallback(() => leave('This device was signed out. Ask an admin for a new code.'), [leave])
  const isEnded = signedOut === null && isRefused(query.error)
  useEffect(() => {
    if (isEnded) leave(knownDevice() === null ? null : 'This device was signed out. Ask an admin for a new code.')
  }, [isEnded, leave])

  const sendNow = useSending(signedOut === null && work !== undefined, onEnded)
  const askedAtMs = work?.askedAtMs
  useEffect(() => {
    if (askedAtMs !== undefined) dropSent(askedAtMs)
  }, [askedAtMs])

  const report = (operation: { operationId: string; name: string }, made: NewReport): void => {
    const [nowMs, aheadMs] = [Date.now(), work?.clockAheadMs ?? 0]
    const added = {
      report: { operationId: operation.operationId, ...made, reportedAt: new Date(nowMs + aheadMs).toISOString() },
      operationName: operation.name,
      heldUntilMs: made.kind === 'done' ? nowMs + heldMs : nowMs,
    }
    const isAdded = addReport(added)
    setFull(!isAdded)
    const words = pressedWords({ ...added, key: '', state: 'waiting', error: null, answeredAtMs: null })
    announce(isAdded ? words : `${mostWaiting} reports wait already. Nothing was added.`)
    sendNow()
  }

  return {
    query,
    work,
    reports,
    sendingKey,
    isFull,
    signedOut,
    onSignedIn: () => setSignedOut(null),
    leave,
    report,
    takeBack: removeReport,
  }
}

export type Floor = ReturnType<typeof useFloor>
