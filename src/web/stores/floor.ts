import { z } from 'zod/mini'
import { FloorQueue, FloorReport, MyFloorQueue } from '#contract/floor.ts'
import { externalValue } from '#web/lib/external-value.ts'
import { createOutbox } from '#web/live/outbox.ts'
import { localStore, readJson } from './safe-storage.ts'
import { onOtherUser } from './session.ts'
import { readStoredSession } from './stored-session.ts'

/** The most reports that wait for the network. */
export const mostWaiting = 100

/** A report on its way. It is drawn until the server has said what became of it. */
const QueuedReport = z.object({
  /** Its Idempotency-Key: however often it is sent, it has one effect. */
  key: z.string(),
  report: FloorReport,
  /** The work centers that a person had chosen; absent from the reports of a device. */
  workCenterIds: z.optional(z.array(z.string())),
  /** Of its operation, for the list of reports that were refused. */
  operationName: z.string(),
  state: z.enum(['waiting', 'sent', 'refused']),
  /** Why it was refused. */
  error: z.nullable(z.string()),
  /** Not sent before, so that a slip can be taken back; epoch ms of this device. */
  heldUntilMs: z.number(),
  /** When its answer came; epoch ms of this device. */
  answeredAtMs: z.nullable(z.number()),
})
export type QueuedReport = z.infer<typeof QueuedReport>

/** The work as it was last read, so that a reload without a network shows it. */
export const KeptWork = z.object({
  queue: z.union([FloorQueue, MyFloorQueue]),
  /** When it was asked for; epoch ms of this browser. */
  askedAtMs: z.number(),
  /** By how much the clock of the server is ahead. */
  clockAheadMs: z.number(),
})
export type KeptWork = z.infer<typeof KeptWork>

const deviceKey = 'floor:device'

/** The device as which this browser is signed in; null = as none, as far as it knows. */
export const knownDevice = (): string | null => localStore.get(deviceKey)

const PersonAtFloor = z.object({
  /** Until they leave. */
  isHere: z.boolean(),
  workCenterIds: z.array(z.string()),
})

/** A person who uses the shop floor in their own name, and the work centers that they have chosen. */
export interface FloorPerson {
  /** Of their organization and themselves. */
  readonly id: string
  readonly workCenterIds: readonly string[]
}

/** Such keys are kept after signing out: waiting reports belong to this person alone, and are sent when they are back. */
const personKey = (id: string) => `myFloor:${id}`

/** The person of this browser's session, in their organization; also after another tab has signed in a different person. */
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

/** The person who uses the shop floor in their own name here; null when a device uses it, or no person has come yet. */
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

/** The reports of this device or person. An accepted one is stored and drawn until the work was read again. */
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

/** Another tab, or a test that begins with other contents, has changed what is stored. */
export const rereadFloor = (): void => {
  const person = presentPerson()
  if (JSON.stringify(person) !== JSON.stringify(floorPerson.get())) floorPerson.set(person)
  floorReports.reread()
}
onOtherUser(rereadFloor)

/** The work that was read last; of a person, at the work centers that they have chosen since. */
export const readKeptWork = (): KeptWork | null => {
  const work = readJson(localStore, workKey(), KeptWork)
  const person = presentPerson()
  if (work === null || person === null) return work
  const workCenters = work.queue.workCenters.filter(({ categoryId }) => person.workCenterIds.includes(categoryId))
  return workCenters.length === 0 ? null : { ...work, queue: { ...work.queue, workCenters } }
}

/** Keeps the work that was just read. What another device left in this browser goes. */
export const keepWork = (work: KeptWork): void => {
  const { queue } = work
  if ('device' in queue && knownDevice() !== queue.device.deviceId) {
    forgetDevice()
    localStore.set(deviceKey, queue.device.deviceId)
    rereadFloor()
  }
  // Another tab may have signed in a different person meanwhile.
  const isPresent = 'device' in queue || presentPerson()?.id.endsWith(`:${queue.person.userId}`)
  const key = workKey()
  if (key !== null && isPresent) localStore.set(key, JSON.stringify(work))
}

const waitingReports = (): readonly QueuedReport[] => {
  floorReports.reread()
  return floorReports.entries.get().filter(({ state }) => state === 'waiting')
}

/** Removes everything that this browser keeps of its device. Returns the reports that were never sent. */
export const forgetDevice = (): readonly QueuedReport[] => {
  const unsent = knownDevice() === null ? [] : waitingReports()
  for (const key of localStore.keys()) if (key.startsWith('floor:')) localStore.set(key, null)
  rereadFloor()
  return unsent
}

/** The person who is signed in uses the shop floor in their own name from now on, at the work centers of last time. */
export const comeToFloor = (): void => writePerson({ isHere: true })

export const chooseWorkCenters = (workCenterIds: string[]): void => writePerson({ workCenterIds })

/** Their choice and their reports that wait stay; the work does not. Returns how many reports wait. */
export const leaveFloor = (): number => {
  const waiting = waitingReports().length
  const key = workKey()
  if (key !== null) localStore.set(key, null)
  writePerson({ isHere: false })
  return waiting
}

/** Adds a report. False if too many wait already. */
export const addReport = (report: Pick<QueuedReport, 'report' | 'operationName' | 'heldUntilMs'>): boolean =>
  floorReports.add({
    ...report,
    workCenterIds: presentPerson()?.workCenterIds.slice(),
    key: crypto.randomUUID(),
    state: 'waiting',
    error: null,
    answeredAtMs: null,
  })

/** Takes back a report that waits, or removes a refused one from the list. */
export const removeReport = (key: string): void =>
  floorReports.change((reports) => reports.filter((report) => report.key !== key))

/** Work that was asked for at this time contains the effects of all reports that were answered before. */
export const dropSent = (askedAtMs: number): void => {
  const isKnown = ({ state, answeredAtMs }: QueuedReport): boolean =>
    state === 'sent' && answeredAtMs !== null && answeredAtMs <= askedAtMs
  if (floorReports.entries.get().some(isKnown)) {
    floorReports.change((reports) => reports.filter((report) => !isKnown(report)))
  }
}
