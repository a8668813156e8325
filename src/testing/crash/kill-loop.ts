import { runWriter } from './run-writer.ts'
import { crashOptions, type VictimEngine, victimDatabase } from './victim-database.ts'

export interface KillLoopResult {
  readonly rounds: number
  readonly acknowledged: number
  readonly lost: number
  readonly unopenable: number
}

/**
 * Kills the writer `rounds` times at random moments, including its first start, and counts rows that were acknowledged but are missing
 * afterwards. The lock must be free at once after each kill. In every second round, PostgreSQL is killed too.
 */
export const killLoop = async (
  rounds: number,
  engine: VictimEngine = 'embedded',
  random: () => number = Math.random,
): Promise<KillLoopResult> => {
  const database = await victimDatabase(engine)
  let acknowledged = 0
  let lost = 0
  let unopenable = 0
  try {
    for (let round = 0; round < rounds; round += 1) {
      // Alternates between a kill while the writer opens (and recovers from the previous kill), soon after, and after
      // it has written something.
      const after = (['start', 'opened', 'acknowledged'] as const)[round % 3] ?? 'start'
      const how = (killWriter: () => void) => {
        killWriter()
        if (round % 2 === 1) database.kill()
      }
      const life = await runWriter(database, 'write', { after, ms: random() * (after === 'start' ? 3_000 : 800), how })
      await database.revive()
      if (life.exitCode !== null) unopenable += 1
      if (life.found !== null) lost += Math.max(0, acknowledged - life.highest) + Math.max(0, life.highest - life.found)
      acknowledged = Math.max(acknowledged, life.acknowledged)
    }
    const last = await runWriter(database, 'count', null)
    if (last.found === null) unopenable += 1
    else lost += Math.max(0, acknowledged - last.highest) + Math.max(0, last.highest - last.found)
    return { rounds, acknowledged, lost, unopenable }
  } finally {
    await database.remove()
  }
}

if (import.meta.main) {
  const { rounds, engine } = crashOptions(200)
  const result = await killLoop(rounds, engine)
  console.log(JSON.stringify(result))
  process.exitCode = result.lost + result.unopenable > 0 ? 1 : 0
}
