import type { Sheet } from '#contract/import-sources.ts'
import { FileRefused } from './file-refused.ts'
import { builtInFormat, type NumberText, numberText } from './number-format.ts'
import { decodeXml } from './read-text.ts'
import { attributeOf, readXml, type XmlEvents } from './xml-events.ts'
import { openZip, unpack, type ZipEntry } from './zip-archive.ts'

const unreadable = () => new FileRefused('This XLSX file cannot be read.')

/** Packages of other programs, recognized by a part that each contains. */
const otherPackages: readonly (readonly [part: RegExp, what: string])[] = [
  [/^content\.xml$/, 'an OpenDocument file. Save it as an XLSX file'],
  [/^xl\/workbook\.bin$/, 'a binary Excel file (XLSB). Save it as an XLSX file'],
  [/^index\/.*\.iwa$/, 'a file of Numbers or Pages. Export it as an XLSX file'],
  [/^word\//, 'a Word file. Paste its table instead'],
]

const foreign = (parts: ReadonlyMap<string, ZipEntry>): FileRefused => {
  const found = otherPackages.find(([part]) => [...parts.keys()].some((name) => part.test(name)))
  return found ? new FileRefused(`This is ${found[1]}.`) : unreadable()
}

/** Targets of a part's relations, by relation id. */
type Relations = ReadonlyMap<string, { readonly type: string; readonly target: string }>

export interface WorkbookSheet extends Sheet {
  /** Name of the part with the cells. */
  readonly part: ZipEntry
}

/** A workbook without its cells. */
export interface Workbook {
  readonly sheets: readonly WorkbookSheet[]
  readonly is1904: boolean
  /** Name of the part with shared texts; undefined if there is none. */
  readonly sharedTexts: ZipEntry | undefined
  /** Number formatter of each style. */
  readonly styles: readonly NumberText[]
}

/** Reads a part. A missing part emits no events. */
export const readPart = async (part: ZipEntry | undefined, events: Partial<XmlEvents>): Promise<void> => {
  if (!part) return
  const quiet: XmlEvents = { open: () => {}, text: () => {}, close: () => {} }
  await readXml(decodeXml(unpack(part)), { ...quiet, ...events })
}

/** Resolves a target that is relative to the folder of another part. */
const targetName = (folder: string, target: string): string => {
  const steps: string[] = []
  for (const step of (target.startsWith('/') ? target : `${folder}/${target}`).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/').toLowerCase()
}

const mostRelations = 5_000

const readRelations = async (parts: ReadonlyMap<string, ZipEntry>, partName: string): Promise<Relations> => {
  const at = partName.lastIndexOf('/')
  const [folder, file] = [partName.slice(0, Math.max(0, at)), partName.slice(at + 1)]
  const relations = new Map<string, { type: string; target: string }>()
  await readPart(parts.get(targetName(folder, `_rels/${file}.rels`)), {
    open: (name, attributes) => {
      if (name !== 'Relationship') return
      if (relations.size >= mostRelations) throw unreadable()
      const [id, type, target] = ['Id', 'Type', 'Target'].map((key) => attributeOf(attributes, key) ?? '')
      relations.set(id ?? '', { type: (type ?? '').split('/').at(-1) ?? '', target: targetName(folder, target ?? '') })
    },
  })
  return relations
}

const mostStyles = 70_000

/** Number formatter of each style. */
const readStyles = async (part: ZipEntry | undefined): Promise<NumberText[]> => {
  const codes = new Map<number, string>()
  const formats: number[] = []
  let isCellStyles = false
  await readPart(part, {
    open: (name, attributes) => {
      if (name === 'cellXfs') isCellStyles = true
      if (codes.size + formats.length > mostStyles) throw unreadable()
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0)
      if (name === 'numFmt') codes.set(id, (attributeOf(attributes, 'formatCode') ?? '').slice(0, 255))
      else if (name === 'xf' && isCellStyles) formats.push(id)
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyles = false
    },
  })
  const known = new Map<number, NumberText>()
  return formats.map((id) => {
    const text = known.get(id) ?? numberText(codes.get(id) ?? builtInFormat(id))
    known.set(id, text)
    return text
  })
}

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true'
const mostSheets = 1_000

/** Opens an XLSX file without reading any cells. */
export const openWorkbook = async (bytes: Buffer): Promise<Workbook> => {
  const parts = openZip(bytes)
  const root = await readRelations(parts, '')
  const main = [...root.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const book = parts.get(main)
  if (!book) throw foreign(parts)
  const relations = await readRelations(parts, main)
  const targetOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target ?? ''
  const sheets: WorkbookSheet[] = []
  let is1904 = false
  await readPart(book, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = isTrue(attributeOf(attributes, 'date1904'))
      if (name !== 'sheet') return
      const relation = relations.get(attributes['r:id'] ?? attributeOf(attributes, 'id') ?? '')
      const part = relation?.type === 'worksheet' ? parts.get(relation.target) : undefined
      if (!part) return
      if (sheets.length >= mostSheets) throw unreadable()
      const isHidden = (attributeOf(attributes, 'state') ?? 'visible') !== 'visible'
      sheets.push({ name: (attributeOf(attributes, 'name') ?? '').slice(0, 255), isHidden, part })
    },
  })
  if (sheets.length === 0) throw unreadable()
  return {
    sheets,
    is1904,
    sharedTexts: parts.get(targetOf('sharedStrings')),
    styles: await readStyles(parts.get(targetOf('styles'))),
  }
}
