import { z } from 'zod/mini'
import { RequiredLine } from './fields.ts'

const importFormats = ['csv', 'xlsx', 'json', 'projectXml'] as const
export const ImportFormat = z.enum(importFormats)
export type ImportFormat = z.infer<typeof ImportFormat>

export const textEncodings = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh', 'cp850', 'cp437', 'iso-8859-15'] as const),
  ...(['windows-1250', 'iso-8859-2', 'windows-1251', 'koi8-r', 'ibm866', 'x-mac-cyrillic', 'windows-1253'] as const),
  ...(['windows-1254', 'windows-1255', 'windows-1256', 'windows-1257', 'windows-1258', 'windows-874'] as const),
  ...(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'] as const),
] as const
export const TextEncoding = z.enum(textEncodings)
export type TextEncoding = z.infer<typeof TextEncoding>

/** Number of first rows displayed, so that the user can choose the header among them. */
export const mostFirstRows = 30

export const HeaderRow = z.nullable(z.int().check(z.minimum(0), z.maximum(mostFirstRows - 1)))

/** How a source is read. Absent choices are detected from the source. */
export const ReadingChoice = z.object({
  /** For a text file or an XML file. */
  encoding: z.optional(TextEncoding),
  /** Index in `sheets` of the sheet with the table. */
  sheet: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))),
  /** Index in `firstRows` of the header row, or of the first of two; null = no header. */
  headerRow: z.optional(HeaderRow),
  /** A header of two rows: groups above names, or names above units. */
  headerRows: z.optional(z.literal([1, 2])),
})
export type ReadingChoice = z.infer<typeof ReadingChoice>

export const Sheet = z.object({ name: z.string(), isHidden: z.boolean() })
export type Sheet = z.infer<typeof Sheet>

/** How a source was read, with the available alternatives; see `ReadingChoice`. */
export const Reading = z.object({
  /** null = not a text file, or pasted text. */
  encoding: z.nullable(TextEncoding),
  /** All sheets of a workbook, including hidden ones. */
  sheets: z.array(Sheet),
  sheet: z.nullable(z.int()),
  /** The first rows of the source, without leading empty ones, and with long cells truncated. */
  firstRows: z.array(z.array(z.string())),
  /** Number in the source of the first of them, from 1. */
  firstRowNumber: z.int(),
  headerRow: HeaderRow,
  headerRows: z.literal([1, 2]),
})
export type Reading = z.infer<typeof Reading>

/** Of the file itself, and of the request: base64 makes a file a third larger. */
export const sourceLimits = { fileBytes: 5 * 1024 * 1024, bodyBytes: 7 * 1024 * 1024 } as const

/** A file as base64, or pasted text. */
export const sourceShapes = {
  file: { fileName: RequiredLine('File name', 255), base64: z.base64().check(z.maxLength(sourceLimits.bodyBytes)) },
  text: { text: z.string().check(z.maxLength(sourceLimits.fileBytes, 'At most 5 MB')) },
} as const
