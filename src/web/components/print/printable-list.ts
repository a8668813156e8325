import { externalValue, useExternalValue } from '#web/lib/external-value.ts'
import { localStore } from '#web/stores/safe-storage.ts'
import type { Paper } from './print-sheet.tsx'

/** The list of the page, which can be printed with all of its rows. */
export interface PrintableList {
  /** 'Operations' */
  readonly title: string
  readonly print: (paper: Paper) => void
}

/** The list that the page offers; null = the page has no list, or the list has no rows. */
const offered = externalValue<PrintableList | null>(null)

export const usePrintableList = (): PrintableList | null => useExternalValue(offered)

/** Offers a list for printing; returns a function that withdraws it. */
export const offerPrint = (list: PrintableList): (() => void) => {
  offered.set(list)
  return () => {
    if (offered.get() === list) offered.set(null)
  }
}

const paperKey = 'paper'
/** Regions that print on Letter. */
const letterRegions = new Set(['US', 'CA', 'MX', 'PH', 'CO', 'CL', 'VE', 'GT', 'CR', 'PA', 'DO', 'SV', 'NI', 'PR'])

const paperOfRegion = (): Paper => {
  try {
    return letterRegions.has(new Intl.Locale(navigator.language).region ?? '') ? 'Letter' : 'A4'
  } catch {
    return 'A4'
  }
}

/** The paper that this browser printed on last, or else the one that is usual in the region of the reader. */
export const usualPaper = (): Paper => {
  const last = localStore.get(paperKey)
  return last === 'A4' || last === 'Letter' ? last : paperOfRegion()
}

/** Prints the list of the page; without `paper` on the usual one. */
export const printList = (paper?: Paper): void => {
  if (paper) localStore.set(paperKey, paper)
  offered.get()?.print(paper ?? usualPaper())
}
