// A process that does one task in the folder of an organization and ends: with 0, or with 2 and a sentence for people.
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

export type FolderTask =
  | { readonly kind: 'look'; readonly folder: string }
  | { readonly kind: 'find'; readonly folder: string; readonly pattern: string; readonly known: string | null }
  | {
      readonly kind: 'read'
      readonly folder: string
      readonly pattern: string
      readonly mostBytes: number
      /** Whether a file that is still being written is refused. */
      readonly isWhole: boolean
      /** Mark of a file that is known to be complete. */
      readonly known: string | null
    }
  | { readonly kind: 'write'; readonly folder: string; readonly name: string }

class Refused extends Error {}

/** A file that did not change for so long is complete. */
const stillMs = 2_000

const markOf = (name: string, { size, mtimeMs }: { size: number; mtimeMs: number }): string =>
  `${name} ${size} ${Math.round(mtimeMs)}`

/** Hidden files, and those with which office programs lock others. */
const isPassing = (name: string): boolean => name.startsWith('.') || name.startsWith('~')

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

/** The newest plain file that matches. Links are not followed: they could lead to the files of others. */
const newest = async (folder: string, pattern: string) => {
  let found: { name: string; size: number; mtimeMs: number } | null = null
  for (const name of await readdir(folder)) {
    if (isPassing(name) || !matches(name, pattern)) continue
    const facts = await lstat(join(folder, name)).catch(() => null)
    if (!facts?.isFile()) continue
    const isNewer = !found || facts.mtimeMs > found.mtimeMs || (facts.mtimeMs === found.mtimeMs && name > found.name)
    if (isNewer) found = { name, size: facts.size, mtimeMs: facts.mtimeMs }
  }
  return found
}

/** Whether a file stays the newest one, and as it is. */
const isStill = async (folder: string, pattern: string, mark: string): Promise<boolean> => {
  await setTimeout(stillMs)
  const again = await newest(folder, pattern)
  return again !== null && markOf(again.name, again) === mark
}

const find = async ({ folder, pattern, known }: Extract<FolderTask, { kind: 'find' }>) => {
  const first = await newest(folder, pattern)
  if (!first) return null
  const mark = markOf(first.name, first)
  return mark === known || (await isStill(folder, pattern, mark)) ? { name: first.name, mark } : null
}

const read = async ({ folder, pattern, mostBytes, isWhole, known }: Extract<FolderTask, { kind: 'read' }>) => {
  const found = await newest(folder, pattern)
  if (!found) throw new Refused(`There is no file ${pattern} in the folder.`)
  const mark = markOf(found.name, found)
  if (isWhole && mark !== known && !(await isStill(folder, pattern, mark))) {
    throw new Refused(`${found.name} is being written.`)
  }
  // Without waiting for the other end of a pipe that took the place of the file.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const file = await open(join(folder, found.name), flags)
  try {
    const before = await file.stat()
    if (!before.isFile()) throw new Refused(`${found.name} is not a file.`)
    if (before.size > mostBytes) throw new Refused(`${found.name} is larger than 5 MB.`)
    if (before.size === 0) throw new Refused(`${found.name} is empty.`)
    const bytes = Buffer.alloc(before.size)
    const { bytesRead } = await file.read(bytes, 0, before.size, 0)
    const after = await file.stat()
    if (bytesRead !== before.size || markOf('', after) !== markOf('', before)) {
      throw new Refused(`${found.name} is being written.`)
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
  await mkdir(out, { recursive: true })
  if (!(await lstat(out)).isDirectory()) throw new Refused('The folder out is a link.')
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
    await rename(part, join(out, name))
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
  return error instanceof Error && 'code' in error ? words[String(error.code)] : undefined
}

try {
  const task: FolderTask = JSON.parse(process.argv[2] ?? '')
  for (const part of await answer(task)) process.stdout.write(part)
} catch (error) {
  const sentence = sentenceOf(error)
  process.stderr.write(sentence ?? String(error))
  process.exitCode = sentence === undefined ? 1 : 2
}
