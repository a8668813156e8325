import { externalValue, useExternalValue } from '#web/lib/external-value.ts'
import { localStore } from '#web/stores/safe-storage.ts'
import type { Paper } from './print-sheet.tsx'

/** A list of the page that can be printed with all of its rows. */
export interface PrintableList {
  /** 'Operations' */
  readonly title: string
  readonly print: (paper: Paper) => void
}

/** The lists on screen that have rows. A list in a popover comes after the lists of the page below it. */
const offered = externalValue<readonly PrintableList[]>([])

export const usePrintableLists = (): readonly PrintableList[] => useExternalValue(offered)

/** Offers a list for printing. Returns a function that withdraws it. */
export const offerPrint = (list: PrintableList): (() => void) => {
  offered.set([...offered.get(), list])
  return () => offered.set(offered.get().filter((one) => one !== list))
}

const paperKey = 'paper'
const letterRegions = new Set(['US', 'CA', 'MX', 'PH', 'CO', 'CL', 'VE', 'GT', 'CR', 'PA', 'DO', 'SV', 'NI', 'PR'])

const paperOfRegion = (): Paper => {
  try {
    return letterRegions.has(new Intl.Locale(navigator.language).region ?? '') ? 'Letter' : 'A4'
  } catch {
    return 'A4'
  }
}

/** The paper size that this browser used last, or the usual one in the reader's region. */
export const usualPaper = (): Paper => {
  const last = localStore.get(paperKey)
  return last === 'A4' || last === 'Letter' ? last : paperOfRegion()
}

/** Prints a list on the selected paper size, and remembers the size for the next time. */
export const printOn = (paper: Paper, { print }: PrintableList): void => {
  localStore.set(paperKey, paper)
  print(paper)
}
