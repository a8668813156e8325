import { RequiredLine } from '#contract/fields.ts'

const FileName = RequiredLine('File name', 255)

/** The name in `filename*=UTF-8''...` or `filename="..."`. */
const nameIn = (disposition: string): string | undefined => {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition) ?? []
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded)
  } catch {
    // The plain name beside it may be readable.
  }
  return /;\s*filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i
    .exec(disposition)
    ?.slice(1)
    .find((name) => name !== undefined)
}

/** The name of a pushed file: of the query, or of Content-Disposition, without folders; else `pushed file`. */
export const pushedFileName = (asked: string | undefined, disposition: string | undefined): string => {
  const given = asked ?? nameIn(disposition ?? '') ?? ''
  const parsed = FileName.safeParse(given.split(/[/\\]/).at(-1) ?? '')
  return parsed.success ? parsed.data : 'pushed file'
}
