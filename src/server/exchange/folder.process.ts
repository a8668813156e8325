// A process that does one task in the folder of an organization and ends: with 0, or with a sentence for people and 2, or 3 if its file is
// being written.
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

export type FolderTask =
  | { readonly kind: 'look'; readonly folder: string }
  | { readonly kind: 'find'; readonly folder: string; readonly patterns: readonly string[] }
  | {
      readonly kind: 'read'
      readonly folder: string
      readonly pattern: string
      readonly mostBytes: number
      /** The mark of the file that is read, and no other one; null = whichever is the newest. */
      readonly expected: string | null
      /** For how long the file is watched before it is read; a file that changes meanwhile is refused. In ms. */
      readonly stillMs: number
    }
  | { readonly kind: 'write'; readonly folder: string; readonly name: string }

class Refused extends Error {}

/** The file may be complete in a moment. */
class StillWritten extends Refused {
  constructor(name: string) {
    super(`${name} is being written.`)
  }
}

const markOf = (name: string, { size, mtimeMs }: { size: number; mtimeMs: number }): string =>
  `${name} ${size} ${Math.round(mtimeMs)}`

/** Hidden files, those with which office programs lock others, and the names under which programs write a file until it is complete. */
const isPassing = (name: string): boolean =>
  name.startsWith('.') || name.startsWith('~') || /\.(tmp|part|partial|filepart|crdownload)$/i.test(name)

/** Whether a name matches a pattern in which `*` stands for any characters. Linear in the name for each star. */
const matches = (name: string, pattern: string): boolean => {
  const [first = '', ...others] = pattern.toLowerCase().split('*')
  const text = name.toLowerCase()
  if (others.length === 0) return text === first
  const last = others.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let at = first.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at + last.length <= text.length
}

interface Facts {
  readonly name: string
  readonly size: number
  readonly mtimeMs: number
}

const isNewer = (one: Facts, other: Facts | null): boolean =>
  other === null || one.mtimeMs > other.mtimeMs || (one.mtimeMs === other.mtimeMs && one.name > other.name)

/** The newest plain file for each pattern. Links are not followed: they could lead to the files of others. */
const newestOfEach = async (folder: string, patterns: readonly string[]): Promise<(Facts | null)[]> => {
  const found = patterns.map((): Facts | null => null)
  for (const name of await readdir(folder)) {
    const fits = patterns.map((pattern) => !isPassing(name) && matches(name, pattern))
    if (!fits.includes(true)) continue
    const stats = await lstat(join(folder, name)).catch(() => null)
    if (!stats?.isFile()) continue
    const facts = { name, size: stats.size, mtimeMs: stats.mtimeMs }
    for (const [index, best] of found.entries()) if (fits[index] && isNewer(facts, best)) found[index] = facts
  }
  return found
}

const newest = async (folder: string, pattern: string): Promise<Facts | null> =>
  (await newestOfEach(folder, [pattern]))[0] ?? null

/** Whether a file stays the newest one, and as it is, for so long. */
const isStill = async (folder: string, pattern: string, mark: string, ms: number): Promise<boolean> => {
  await setTimeout(ms)
  const again = await newest(folder, pattern)
  return again !== null && markOf(again.name, again) === mark
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const find = async ({ folder, patterns }: Extract<FolderTask, { kind: 'find' }>) =>
  (await newestOfEach(folder, patterns)).map((one) => one && { name: one.name, mark: markOf(one.name, one) })

const read = async (task: Extract<FolderTask, { kind: 'read' }>) => {
  const { folder, pattern, mostBytes, expected, stillMs } = task
  const found = await newest(folder, pattern)
  if (!found) throw new Refused(`There is no file ${pattern} in the folder.`)
  const mark = markOf(found.name, found)
  if (expected !== null && mark !== expected) throw new StillWritten(found.name)
  if (stillMs > 0 && !(await isStill(folder, pattern, mark, stillMs))) throw new StillWritten(found.name)
  // Without waiting for the other end of a pipe that took the place of the file.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const file = await open(join(folder, found.name), flags).catch((error: unknown) => {
    // It was renamed, or a link took its place, since it was found.
    throw ['ENOENT', 'ELOOP'].includes(String(codeOf(error))) ? new StillWritten(found.name) : error
  })
  try {
    const before = await file.stat()
    if (!before.isFile()) throw new Refused(`${found.name} is not a file.`)
    if (before.size > mostBytes) throw new Refused(`${found.name} is larger than 5 MB.`)
    if (before.size === 0) throw new Refused(`${found.name} is empty.`)
    const bytes = Buffer.alloc(before.size)
    const { bytesRead } = await file.read(bytes, 0, before.size, 0)
    const after = await file.stat()
    if (bytesRead !== before.size || markOf('', after) !== markOf('', before)) {
      throw new StillWritten(found.name)
    }
    return { found: { name: found.name, mark: markOf(found.name, before) }, bytes }
  } finally {
    await file.close()
  }
}

const write = async ({ folder, name }: Extract<FolderTask, { kind: 'write' }>): Promise<void> => {
  const bytes = await buffer(process.stdin)
  await stat(folder)
  const out = join(folder, 'out')
  await mkdir(out).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  const place = await lstat(out)
  if (!place.isDirectory()) throw new Refused(`The folder out is a ${place.isSymbolicLink() ? 'link' : 'file'}.`)
  const part = join(out, `.${name}.${process.pid}.part`)
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL
    const file = await open(part, flags, 0o644)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, join(out, name)).catch((error: unknown) => {
      throw codeOf(error) === 'EISDIR' ? new Refused(`There is a folder with the name ${name}.`) : error
    })
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

const answer = async (task: FolderTask): Promise<readonly (string | Uint8Array)[]> => {
  switch (task.kind) {
    case 'look':
      if (!(await stat(task.folder)).isDirectory())
        throw new Refused('The folder of this organization is not a folder.')
      return []
    case 'find':
      return [JSON.stringify(await find(task))]
    case 'read': {
      const { found, bytes } = await read(task)
      return [`${JSON.stringify(found)}\n`, bytes]
    }
    case 'write':
      await write(task)
      return []
  }
}

const words: Readonly<Record<string, string>> = {
  ENOENT: 'The operator has not made a folder for this organization.',
  EACCES: 'The server may not read or write in the folder of this organization.',
  EPERM: 'The server may not read or write in the folder of this organization.',
  EROFS: 'The folder of this organization cannot be written to.',
  ENAMETOOLONG: 'The file name is too long for the folder.',
  ENOSPC: 'There is no room left in the folder of this organization.',
}

const sentenceOf = (error: unknown): string | undefined => {
  if (error instanceof Refused) return error.message
  return words[String(codeOf(error))]
}

try {
  const task: FolderTask = JSON.parse(process.argv[2] ?? '')
  for (const part of await answer(task)) process.stdout.write(part)
} catch (error) {
  const sentence = sentenceOf(error)
  process.stderr.write(sentence ?? String(error))
  process.exitCode = error instanceof StillWritten ? 3 : sentence === undefined ? 1 : 2
}
