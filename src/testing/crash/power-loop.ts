import { mountLoopDisk } from './loop-disk.ts'
import { runWriter } from './run-writer.ts'
import { crashOptions, type VictimEngine, victimDatabase } from './victim-database.ts'

export interface PowerLoopResult {
  readonly rounds: number
  readonly acknowledged: number
  readonly lost: number
  readonly unopenable: number
}

/**
 * Cuts the power of the writer's disk `rounds` times at random moments, including its first start, and counts rows that
 * were acknowledged but are missing afterwards. Returns null if no such disk can be created.
 */
export const powerLoop = async (
  rounds: number,
  engine: VictimEngine = 'embedded',
  random: () => number = Math.random,
): Promise<PowerLoopResult | null> => {
  const disk = mountLoopDisk(400)
  if (!disk) return null
  const database = await victimDatabase(engine, { under: disk.directory, isDurable: true })
  let [acknowledged, lost, unopenable] = [0, 0, 0]
  const check = ({ found, highest }: { found: number | null; highest: number }) => {
    if (found !== null) lost += Math.max(0, acknowledged - highest) + Math.max(0, highest - found)
  }
  try {
    for (let round = 0; round < rounds; round += 1) {
      const moment =
        round % 4 === 0
          ? { after: 'start' as const, ms: random() * 3_000 }
          : { after: 'opened' as const, ms: random() * 1_500 }
      const how = (killWriter: () => void) => {
        disk.cutPower()
        killWriter()
        database.kill()
      }
      const life = await runWriter(database, 'write', { ...moment, how })
      await database.revive(disk.remount)
      // The writer ended before the power was cut.
      if (moment.after === 'opened' && life.found === null) unopenable += 1
      check(life)
      acknowledged = Math.max(acknowledged, life.acknowledged)
    }
    const last = await runWriter(database, 'count', null)
    if (last.found === null) {
      unopenable += 1
      console.error(last.errors)
    }
    check(last)
    return { rounds, acknowledged, lost, unopenable }
  } finally {
    await database.remove()
    disk.remove()
  }
}

if (import.meta.main) {
  const { rounds, engine } = crashOptions(20)
  const result = await powerLoop(rounds, engine)
  console.log(result ? JSON.stringify(result) : 'SKIPPED: needs root, loop devices, mkfs.ext4 and perl')
  process.exitCode = result && result.lost + result.unopenable > 0 ? 1 : 0
}
