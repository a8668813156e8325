import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileTexts } from '#testing/files/hostile-texts.ts'
import type { Reading } from '#testing/files/measure-reading.ts'
import { hostileArchives } from '#testing/files/xlsx-archives.ts'

const files = [...hostileArchives, ...hostileTexts]
const fileName = (index: number): string => String(index).padStart(3, '0')
const script = join(import.meta.dirname, '../../testing/files/measure-reading.ts')
const mostGrownMb = 100

let folder: string
let readings: ReadonlyMap<string, Reading>

/** One process reads all files and does nothing else, so its memory use comes from reading. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-files-'))
  for (const [index, { bytes }] of files.entries()) await writeFile(join(folder, fileName(index)), bytes())
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder], { maxBuffer: 10_000_000 })
  const lines = stdout.trim().split('\n')
  readings = new Map(lines.map((line): [string, Reading] => [(JSON.parse(line) as Reading).file, JSON.parse(line)]))
}, 600_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a process that reads an untrusted file', () => {
  it.each(files.map(({ name, answer }, index) => ({ name, answer, file: fileName(index) })))(
    'answers rightly and grows by less than 100 MB: $name',
    ({ answer, file }) => {
      const reading = readings.get(file)
      expect(reading?.answer).toEqual(typeof answer === 'number' ? answer : expect.stringContaining(answer))
      expect(reading?.grownMb).toBeLessThan(mostGrownMb)
    },
  )
})
