import { RequiredLine } from '#contract/fields.ts'
import { nameInDisposition } from '../name-in-disposition.ts'

const FileName = RequiredLine('File name', 255)

/** The name of a pushed file: of the query, or of Content-Disposition, without folders; else `pushed file`. */
export const pushedFileName = (asked: string | undefined, disposition: string | undefined): string => {
  const given = asked ?? nameInDisposition(disposition ?? '') ?? ''
  const parsed = FileName.safeParse(given.split(/[/\\]/).at(-1) ?? '')
  return parsed.success ? parsed.data : 'pushed file'
}
