import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { Id } from '#contract/fields.ts'
import type { FloorReport } from '#contract/floor.ts'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { sendFloorReport } from '#web/api/floor/floor.mutations.ts'
import { floorQueueKey, floorQueueQuery } from '#web/api/floor/floor.queries.ts'
import { useExternalValue } from '#web/lib/external-value.ts'
import { formatCount } from '#web/lib/format-number.ts'
import {
  addReport,
  chooseWorkCenters,
  comeToFloor,
  dropSent,
  floorPerson,
  floorReports,
  forgetDevice,
  knownDevice,
  leaveFloor,
  mostWaiting,
  type QueuedReport,
  removeReport,
  rereadFloor,
} from '#web/stores/floor.ts'
import { announce } from '#web/ui/live-region.tsx'
import { pressedWords, reportWords } from './floor-words.ts'
import type { AskedOperation } from './use-asked-operation.ts'

/** How long "Done" can be undone before it is sent. */
const heldMs = 6_000

/** Why neither a device nor a person uses the page: never signed in, or signed out, with the lost reports of a device. */
export interface SignedOut {
  readonly reason: string | null
  readonly unsent: readonly QueuedReport[]
}

export type NewReport = Omit<FloorReport, 'operationId' | 'reportedAt'>

const statusOf = (error: unknown): number | undefined => (isApiError(error) ? error.status : undefined)

/** Sends waiting reports as long as the device or the person is signed in. */
const useSending = (isSignedIn: boolean, onEnded: () => void) => {
  const client = useQueryClient()
  useEffect(() => {
    if (!isSignedIn) return
    const end = floorReports.start({
      send: sendFloorReport,
      onAnswer: (report, error) => {
        if (error !== null) announce(`Not accepted: ${reportWords(report)}. ${error}`)
        // A person continues to other pages, and no socket message has reported this tab's own changes.
        void client.invalidateQueries()
      },
      onEnded,
    })
    addEventListener('storage', rereadFloor)
    return () => {
      end()
      removeEventListener('storage', rereadFloor)
    }
  }, [isSignedIn, onEnded, client])
}

const deviceEnded = 'This device was signed out. Ask an admin for a new code.'

/** The number of waiting reports when a person leaves. */
const waitingWords = (waiting: number): string | null =>
  waiting === 0
    ? null
    : `${formatCount(waiting, 'report')} ${waiting === 1 ? 'waits' : 'wait'} to be sent until you use the shop floor under your own name again.`

/** The reporter of this page: a device if the browser has its cookie, or the person who opened it. Without either, sign-in is shown. */
const useReporter = (scannedId: string | null) => {
  const client = useQueryClient()
  const present = useExternalValue(floorPerson)
  const [signedOut, setSignedOut] = useState<SignedOut | null>(null)
  const [isNoDevice, setNoDevice] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const [hasMoved, setMoved] = useState(false)
  const person = isNoDevice ? present : null
  const isWithoutCenters = person !== null && person.workCenterIds.length === 0
  const query = useQuery({ ...floorQueueQuery(person, scannedId), enabled: signedOut === null && !isWithoutCenters })

  const showSignIn = useCallback(
    (next: SignedOut) => {
      setMoved(true)
      setSignedOut(next)
      client.removeQueries({ queryKey: floorQueueKey })
    },
    [client],
  )
  const leaveAsDevice = useCallback(
    (reason: string | null) => showSignIn({ reason, unsent: forgetDevice() }),
    [showSignIn],
  )
  const leaveAsPerson = useCallback(
    (reason: string | null) => showSignIn({ reason: waitingWords(leaveFloor()) ?? reason, unsent: [] }),
    [showSignIn],
  )
  const { error } = query
  useEffect(() => {
    if (signedOut !== null || error === null) return
    // The client ends the session of a person by itself.
    if (person !== null) {
      if (statusOf(error) === 403) leaveAsPerson(errorSentence(error))
    } else if (knownDevice() === null && floorPerson.get() !== null) setNoDevice(true)
    else if (statusOf(error) === 401) leaveAsDevice(knownDevice() === null ? null : deviceEnded)
  }, [signedOut, error, person, leaveAsDevice, leaveAsPerson])

  const enter = (isDevice: boolean) => {
    setNoDevice(!isDevice)
    setMoved(true)
    setSignedOut(null)
  }
  return {
    query,
    person,
    signedOut,
    hasMoved,
    leaveAsDevice,
    leaveAsPerson: () => leaveAsPerson(null),
    onSignedIn: () => enter(true),
    comeAsPerson: () => {
      comeToFloor()
      enter(false)
    },
    isChoosing: isChoosing || isWithoutCenters,
    askForChoice: () => {
      setMoved(true)
      setChoosing(true)
    },
    keepChoice: () => setChoosing(false),
    choose: (workCenterIds: string[]) => {
      chooseWorkCenters(workCenterIds)
      setChoosing(false)
    },
  }
}

/** The work list of this device or person, the actions on it, and whether they are signed in. */
export const useFloor = (asked: AskedOperation | null) => {
  const [scannedId, setScannedId] = useState<string | null>(null)
  const askedId = asked && Id.safeParse(asked.operationId).success ? asked.operationId : null
  if (askedId !== null && askedId !== scannedId) setScannedId(askedId)
  const reporter = useReporter(scannedId)
  const { query, signedOut, leaveAsDevice } = reporter
  const reports = useExternalValue(floorReports.entries)
  const sendingKey = useExternalValue(floorReports.sendingId)
  const [isFull, setFull] = useState(false)
  const work = query.data

  const onEnded = useCallback(() => {
    if (knownDevice() !== null) leaveAsDevice(deviceEnded)
  }, [leaveAsDevice])
  useSending(signedOut === null && work !== undefined, onEnded)
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
    announce(isAdded ? words : `${mostWaiting} reports are already waiting. Nothing was added.`)
  }

  const closeScanned = () => setScannedId(null)
  return { ...reporter, asked, closeScanned, work, reports, sendingKey, isFull, report, takeBack: removeReport }
}

export type Floor = ReturnType<typeof useFloor>
