import { randomUUID } from 'node:crypto'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { readEnv } from '#server/env.ts'
import { buildTenant } from '../builders/build-tenant.ts'
import type { Actor } from '../builders/build-user.ts'
import { type CallAs, callAs } from '../call-as.ts'
import { mountLoopDisk } from './loop-disk.ts'

export interface DiskFullResult {
  readonly rounds: number
  readonly acknowledged: number
  readonly lost: number
  /** Refused writes by status; only 507 and 503 are right. */
  readonly refused: Readonly<Record<number, number>>
  /** Reads that did not answer 200 while the disk was full, by status. */
  readonly failedReads: Readonly<Record<number, number>>
  readonly reads: number
  /** Longest time from freeing the room to the first successful write, in ms. */
  readonly longestRecoveryMs: number
  readonly unopenable: number
}

const refusalsPerRound = 20
const patienceMs = 30_000
/** The clock of the server goes on so much between two looks at the full disk, so that forecasts become out of date. */
const betweenLooksMs = 5 * 60_000

const writtenName = 'x'.repeat(200)

/** What the main pages read. */
const pages = [
  '/projects',
  '/projects/columns',
  '/dashboard',
  '/schedule',
  '/operations?tab=all&limit=100',
  '/operations?tab=overdue&limit=100',
  '/categories',
  '/history',
  '/analytics/load',
  '/analytics/late-causes',
  '/users/me',
] as const

/** Work that should be done by now: its forecast moves with every minute, so each new one needs room for all of its rows. */
const addUnfinishedWork = async (planner: CallAs): Promise<void> => {
  const { body } = await planner.post('/projects', { projectName: 'Unfinished' })
  const [scheduledStartDate, scheduledEndDate] = [-3, -1].map((hours) =>
    new Date(Date.now() + hours * 3_600_000).toISOString(),
  )
  const operations = Array.from({ length: 500 }, (_, number) => ({
    operationId: randomUUID(),
    name: `Operation ${number}`,
    durationHours: 2,
    scheduledStartDate,
    scheduledEndDate,
  }))
  await planner.post(`/project-operations/projects/${body.projectId}/operations/batch`, operations)
}

/**
 * Fills the disk of a working server `rounds` times, records its answers, reads everything for more than an hour of its clock, frees the
 * room, and counts the writes that were acknowledged but are missing after the next opening. Returns null where no such disk can be made.
 */
export const diskFull = async (rounds: number): Promise<DiskFullResult | null> => {
  const disk = mountLoopDisk(300)
  if (!disk) return null
  const [dataDir, ballast] = [join(disk.directory, 'data'), join(disk.directory, 'ballast')]
  const refused: Record<number, number> = {}
  const failedReads: Record<number, number> = {}
  let [acknowledged, lost, reads, longestRecoveryMs, unopenable] = [0, 0, 0, 0, 0]
  let actor: Actor | undefined
  let aheadMs = 0

  const open = async () => {
    const db = await openDatabase({ DATA_DIR: dataDir })
    const services = { db, now: () => new Date(Date.now() + aheadMs) }
    const app = await buildApp({ ...services, env: readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }) })
    const isFirst = actor === undefined
    actor ??= (await buildTenant(services)).planner
    const planner = callAs(app, actor)
    if (isFirst) await addUnfinishedWork(planner)
    return {
      burnLog: async () => {
        const burn = () =>
          db.withSystem((tx) => tx.execute(sql`select pg_logical_emit_message(false, 'burn', repeat('x', 1000000))`))
        for (let isFull = false; !isFull; )
          isFull = await burn().then(
            () => false,
            () => true,
          )
      },
      write: async () => {
        const { status } = await planner.post('/projects', { projectName: writtenName })
        if (status === 201) acknowledged += 1
        return status
      },
      /** The answers of the main pages that are not 200, by status. */
      look: async () => {
        aheadMs += betweenLooksMs
        for (const page of pages) {
          const { status } = await planner.get(page)
          reads += 1
          if (status !== 200) failedReads[status] = (failedReads[status] ?? 0) + 1
        }
      },
      count: async () => {
        const { status, body } = await planner.get('/projects')
        const isWritten = ({ projectName }: { projectName: string }) => projectName === writtenName
        return status === 200 ? (body as { projectName: string }[]).filter(isWritten).length : -status
      },
      close: async () => {
        await app.close()
        await db.close()
      },
    }
  }
  const fill = () => {
    const { bavail, bsize } = statfsSync(disk.directory)
    const piece = Buffer.alloc(1024 * 1024)
    const pieces = Math.ceil((bavail * bsize) / piece.length)
    try {
      for (let written = 0; written < pieces; written += 1) writeFileSync(ballast, piece, { flag: 'a' })
    } catch {
      // The disk is full.
    }
  }
  try {
    for (let round = 0; round < rounds; round += 1) {
      const server = await open()
      lost += Math.max(0, acknowledged - (await server.count()))
      for (let writes = 0; writes < 50; writes += 1) await server.write()
      fill()
      for (let refusals = 0, tries = 0; refusals < refusalsPerRound && tries < 20_000; tries += 1) {
        const status = await server.write()
        if (status === 201) continue
        refusals += 1
        refused[status] = (refused[status] ?? 0) + 1
        await server.look()
        reads += 1
        const found = await server.count()
        if (found < 0) failedReads[-found] = (failedReads[-found] ?? 0) + 1
        else lost += Math.max(0, acknowledged - found)
      }
      // Every second time the disk is filled beyond the guard, until the log cannot grow: the database stops but loses nothing.
      if (round % 2 === 1) await server.burnLog()
      rmSync(ballast)
      const freedAtMs = performance.now()
      while ((await server.write()) !== 201 && performance.now() - freedAtMs < patienceMs) {
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      longestRecoveryMs = Math.max(longestRecoveryMs, Math.round(performance.now() - freedAtMs))
      lost += Math.max(0, acknowledged - (await server.count()))
      await server.close()
    }
    const last = await open()
    lost += Math.max(0, acknowledged - (await last.count()))
    await last.close()
  } catch (error) {
    console.error(error)
    unopenable += 1
  } finally {
    disk.remove()
  }
  return { rounds, acknowledged, lost, refused, failedReads, reads, longestRecoveryMs, unopenable }
}

if (import.meta.main) {
  const flag = process.argv.indexOf('--rounds')
  const result = await diskFull(flag > 0 ? Number(process.argv[flag + 1]) : 10)
  console.log(result ? JSON.stringify(result) : 'SKIPPED: needs root, loop devices and mkfs.ext4')
  const isBad =
    result &&
    (result.lost + result.unopenable + Object.keys(result.failedReads).length > 0 ||
      Object.keys(result.refused).some((status) => status === '500'))
  process.exitCode = isBad ? 1 : 0
}
