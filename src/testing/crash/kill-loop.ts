import { rmSync } from 'node:fs'
import { testFolder } from '../data-folder.ts'
import { runWriter } from './run-writer.ts'

export interface KillLoopResult {
  readonly rounds: number
  readonly acknowledged: number
  readonly lost: number
  readonly unopenable: number
}

/**
 * Kills the writer `rounds` times at random moments, including its first start, and counts the rows that were acknowledged
 * but are missing afterwards. The lock must be free at once after each kill.
 */
export const killLoop = async (rounds: number, random: () => number = Math.random): Promise<KillLoopResult> => {
  const dataDir = testFolder('scheduler-kill-')
  let acknowledged = 0
  let lost = 0
  let unopenable = 0
  try {
    for (let round = 0; round < rounds; round += 1) {
      // Kills in turn while the writer opens (and recovers from the last kill), soon after, and after it has written something.
      const after = (['start', 'opened', 'acknowledged'] as const)[round % 3] ?? 'start'
      const kill = { after, ms: random() * (after === 'start' ? 3_000 : 800) }
      const life = await runWriter(dataDir, 'write', kill)
      if (life.exitCode !== null) unopenable += 1
      if (life.found !== null) lost += Math.max(0, acknowledged - life.highest) + Math.max(0, life.highest - life.found)
      acknowledged = Math.max(acknowledged, life.acknowledged)
    }
    const last = await runWriter(dataDir, 'count', null)
    if (last.found === null) unopenable += 1
    else lost += Math.max(0, acknowledged - last.highest) + Math.max(0, last.highest - last.found)
    return { rounds, acknowledged, lost, unopenable }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const flag = process.argv.indexOf('--rounds')
  const result = await killLoop(flag > 0 ? Number(process.argv[flag + 1]) : 200)
  console.log(JSON.stringify(result))
  process.exitCode = result.lost + result.unopenable > 0 ? 1 : 0
}
