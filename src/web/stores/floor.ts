import { z } from 'zod/mini'
import { FloorQueue, FloorReport, MyFloorQueue } from '#contract/floor.ts'
import { externalValue } from '#web/lib/external-value.ts'
import { createOutbox } from '#web/live/outbox.ts'
import { localStore, readJson } from './safe-storage.ts'
import { onOtherUser } from './session.ts'
import { readStoredSession } from './stored-session.ts'

/** Maximum number of reports that may wait for the network. */
export const mostWaiting = 100

/** A report in the queue. It is drawn until the server has answered it. */
const QueuedReport = z.object({
  /** Sent as the Idempotency-Key, so that the report takes effect once even if it is sent several times. */
  key: z.string(),
  report: FloorReport,
  /** The work centers that the person had selected; absent from reports of a device. */
  workCenterIds: z.optional(z.array(z.string())),
  /** Name of the operation, shown in the list of refused reports. */
  operationName: z.string(),
  state: z.enum(['waiting', 'sent', 'refused']),
  /** Reason for the refusal. */
  error: z.nullable(z.string()),
  /** The report is not sent before this time, so that a mistake can still be undone; epoch ms of this device. */
  heldUntilMs: z.number(),
  /** When the answer arrived; epoch ms of this device. */
  answeredAtMs: z.nullable(z.number()),
})
export type QueuedReport = z.infer<typeof QueuedReport>

/** The last work list that was read, stored so that a reload without a network can show it. */
export const KeptWork = z.object({
  queue: z.union([FloorQueue, MyFloorQueue]),
  /** When it was requested; epoch ms of this browser. */
  askedAtMs: z.number(),
  /** How far the server clock is ahead of this browser, in ms. */
  clockAheadMs: z.number(),
})
export type KeptWork = z.infer<typeof KeptWork>

const deviceKey = 'floor:device'

/** The device that this browser is signed in as; null if it knows of none. */
export const knownDevice = (): string | null => localStore.get(deviceKey)

const PersonAtFloor = z.object({
  /** True until the person leaves the shop floor. */
  isHere: z.boolean(),
  workCenterIds: z.array(z.string()),
})

/** A person who uses the shop floor under their own name, and the work centers that they have selected. */
export interface FloorPerson {
  /** Identifies the organization and the person. */
  readonly id: string
  readonly workCenterIds: readonly string[]
}

/** Keys with this prefix survive signing out: waiting reports belong to this person only and are sent when they return. */
const personKey = (id: string) => `myFloor:${id}`

/** Key of the signed-in person in the current organization. It also follows a sign-in by another person in another tab. */
const signedInId = (): string | null => {
  const { tenantId, userId } = readStoredSession()
  return tenantId !== null && userId !== null ? `${tenantId}:${userId}` : null
}

const readPerson = (id: string) =>
  readJson(localStore, personKey(id), PersonAtFloor) ?? { isHere: false, workCenterIds: [] }

const writePerson = (change: Partial<z.infer<typeof PersonAtFloor>>): void => {
  const id = signedInId()
  if (id === null) return
  localStore.set(personKey(id), JSON.stringify({ ...readPerson(id), ...change }))
  rereadFloor()
}

const presentPerson = (): FloorPerson | null => {
  const id = signedInId()
  if (id === null || knownDevice() !== null) return null
  const { isHere, workCenterIds } = readPerson(id)
  return isHere ? { id, workCenterIds } : null
}

/** The person who uses the shop floor under their own name here; null if a device uses it or no person has opened it yet. */
export const floorPerson = externalValue<FloorPerson | null>(presentPerson())

const reportsKey = (): string | null => {
  const device = knownDevice()
  if (device !== null) return `floor:${device}:reports`
  const person = presentPerson()
  return person && `${personKey(person.id)}:reports`
}

const workKey = (): string | null => {
  const owner = knownDevice() ?? presentPerson()?.id
  return owner === undefined ? null : `floor:${owner}:work`
}

/** The reports of this device or person. An accepted one stays and is drawn until the work list is read again. */
export const floorReports = createOutbox({
  name: 'floor-reports',
  key: reportsKey,
  schema: QueuedReport,
  idOf: ({ key }) => key,
  limit: mostWaiting,
  isWaiting: ({ state }) => state === 'waiting',
  dueMs: ({ heldUntilMs }) => heldUntilMs,
  answered: (report, error) => ({
    ...report,
    state: error === null ? ('sent' as const) : ('refused' as const),
    error,
    answeredAtMs: Date.now(),
  }),
})

/** Rereads the storage after a change by another tab or by a test. */
export const rereadFloor = (): void => {
  const person = presentPerson()
  if (JSON.stringify(person) !== JSON.stringify(floorPerson.get())) floorPerson.set(person)
  floorReports.reread()
}
onOtherUser(rereadFloor)

/** Returns the last work list that was read; for a person, only for the work centers that they have selected since. */
export const readKeptWork = (): KeptWork | null => {
  const work = readJson(localStore, workKey(), KeptWork)
  const person = presentPerson()
  if (work === null || person === null) return work
  const workCenters = work.queue.workCenters.filter(({ categoryId }) => person.workCenterIds.includes(categoryId))
  return workCenters.length === 0 ? null : { ...work, queue: { ...work.queue, workCenters } }
}

/** Stores the work list that was just read, and drops the one of a previous device. */
export const keepWork = (work: KeptWork): void => {
  const { queue } = work
  if ('device' in queue && knownDevice() !== queue.device.deviceId) {
    forgetDevice()
    localStore.set(deviceKey, queue.device.deviceId)
    rereadFloor()
  }
  // Another tab may have signed in a different person in the meantime.
  const isPresent = 'device' in queue || presentPerson()?.id.endsWith(`:${queue.person.userId}`)
  const key = workKey()
  if (key !== null && isPresent) localStore.set(key, JSON.stringify(work))
}

const waitingReports = (): readonly QueuedReport[] => {
  floorReports.reread()
  return floorReports.entries.get().filter(({ state }) => state === 'waiting')
}

/** Removes everything that this browser stores about its device. Returns the reports that were never sent. */
export const forgetDevice = (): readonly QueuedReport[] => {
  const unsent = knownDevice() === null ? [] : waitingReports()
  for (const key of localStore.keys()) if (key.startsWith('floor:')) localStore.set(key, null)
  rereadFloor()
  return unsent
}

/** From now on the signed-in person uses the shop floor under their own name, at the work centers they selected last time. */
export const comeToFloor = (): void => writePerson({ isHere: true })

export const chooseWorkCenters = (workCenterIds: string[]): void => writePerson({ workCenterIds })

/** Drops the work list, but not the selected work centers and the waiting reports. Returns the number of waiting reports. */
export const leaveFloor = (): number => {
  const waiting = waitingReports().length
  const key = workKey()
  if (key !== null) localStore.set(key, null)
  writePerson({ isHere: false })
  return waiting
}

/** Adds a report to the outbox. Returns false if it is full. */
export const addReport = (report: Pick<QueuedReport, 'report' | 'operationName' | 'heldUntilMs'>): boolean =>
  floorReports.add({
    ...report,
    workCenterIds: presentPerson()?.workCenterIds.slice(),
    key: crypto.randomUUID(),
    state: 'waiting',
    error: null,
    answeredAtMs: null,
  })

/** Withdraws a waiting report, or removes a refused one from the list. */
export const removeReport = (key: string): void =>
  floorReports.change((reports) => reports.filter((report) => report.key !== key))

/** Drops the reports that were answered before `askedAtMs`, because a work list requested then already contains them. */
export const dropSent = (askedAtMs: number): void => {
  const isKnown = ({ state, answeredAtMs }: QueuedReport): boolean =>
    state === 'sent' && answeredAtMs !== null && answeredAtMs <= askedAtMs
  if (floorReports.entries.get().some(isKnown)) {
    floorReports.change((reports) => reports.filter((report) => !isKnown(report)))
  }
}
