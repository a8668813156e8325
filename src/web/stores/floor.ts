import { z } from 'zod/mini'
import { FloorQueue, FloorReport } from '#contract/floor.ts'
import { externalValue } from '#web/lib/external-value.ts'
import { localStore } from './safe-storage.ts'

/** The most reports that wait for the network. */
export const mostWaiting = 100

/** A report on its way. It is drawn until the server has said what became of it. */
const QueuedReport = z.object({
  /** Its Idempotency-Key: however often it is sent, it has one effect. */
  key: z.string(),
  report: FloorReport,
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
  queue: FloorQueue,
  /** When it was asked for; epoch ms of this device. */
  askedAtMs: z.number(),
  /** By how much the clock of the server is ahead. */
  clockAheadMs: z.number(),
})
export type KeptWork = z.infer<typeof KeptWork>

const deviceKey = 'floor:device'
const reportsKey = (deviceId: string) => `floor:${deviceId}:reports`
const workKey = (deviceId: string) => `floor:${deviceId}:work`

const read = <T>(schema: z.ZodMiniType<T>, key: string, otherwise: T): T => {
  try {
    return z.catch(schema, otherwise).parse(JSON.parse(localStore.get(key) ?? 'null'))
  } catch {
    return otherwise
  }
}

/** The device as which this browser is signed in; null = as none, as far as it knows. */
export const knownDevice = (): string | null => localStore.get(deviceKey)

const readReports = (): QueuedReport[] => {
  const deviceId = knownDevice()
  return deviceId === null ? [] : read(z.array(QueuedReport), reportsKey(deviceId), [])
}

/** The reports of this device, in the order in which they were made. */
export const floorReports = externalValue<readonly QueuedReport[]>(readReports())

/** Another tab, or a test that begins with other contents, has changed what is stored. */
export const rereadFloor = (): void => floorReports.set(readReports())

// Stored before anything is shown, and read again before each change, because another tab may have changed it.
const changeReports = (change: (reports: readonly QueuedReport[]) => readonly QueuedReport[]): void => {
  const deviceId = knownDevice()
  if (deviceId === null) return
  const reports = change(readReports())
  localStore.set(reportsKey(deviceId), JSON.stringify(reports))
  floorReports.set(reports)
}

export const readKeptWork = (): KeptWork | null => {
  const deviceId = knownDevice()
  return deviceId === null ? null : read(z.nullable(KeptWork), workKey(deviceId), null)
}

/** Keeps the work that was just read. What another device left in this browser goes. */
export const keepWork = (work: KeptWork): void => {
  const { deviceId } = work.queue.device
  if (knownDevice() !== deviceId) {
    forgetDevice()
    localStore.set(deviceKey, deviceId)
    rereadFloor()
  }
  localStore.set(workKey(deviceId), JSON.stringify(work))
}

/** Removes everything that this browser keeps of its device. Returns the reports that were never sent. */
export const forgetDevice = (): readonly QueuedReport[] => {
  const unsent = readReports().filter(({ state }) => state === 'waiting')
  for (const key of localStore.keys()) if (key.startsWith('floor:')) localStore.set(key, null)
  floorReports.set([])
  return unsent
}

/** False: too many wait already. */
export const addReport = (report: Pick<QueuedReport, 'report' | 'operationName' | 'heldUntilMs'>): boolean => {
  if (readReports().filter(({ state }) => state === 'waiting').length >= mostWaiting) return false
  const added = { ...report, key: crypto.randomUUID(), state: 'waiting' as const, error: null, answeredAtMs: null }
  changeReports((reports) => [...reports, added])
  return true
}

/** Takes back a report that waits, or removes a refused one from the list. */
export const removeReport = (key: string): void =>
  changeReports((reports) => reports.filter((report) => report.key !== key))

export const nextReport = (): QueuedReport | null => readReports().find(({ state }) => state === 'waiting') ?? null

/** Notes the answer to a report: null = it was accepted. An accepted one is drawn until the work was read again. */
export const noteAnswer = (key: string, error: string | null): void =>
  changeReports((reports) =>
    reports.map((report) =>
      report.key === key
        ? { ...report, state: error === null ? 'sent' : 'refused', error, answeredAtMs: Date.now() }
        : report,
    ),
  )

/** Work that was asked for at this time contains the effects of all reports that were answered before. */
export const dropSent = (askedAtMs: number): void => {
  const isKnown = ({ state, answeredAtMs }: QueuedReport): boolean =>
    state === 'sent' && answeredAtMs !== null && answeredAtMs <= askedAtMs
  if (floorReports.get().some(isKnown)) changeReports((reports) => reports.filter((report) => !isKnown(report)))
}
