import { externalValue, useExternalValue } from '#web/lib/external-value.ts'
import { localStore } from '#web/stores/safe-storage.ts'
import type { Paper } from './print-sheet.tsx'

/** A list of the page, which can be printed with all of its rows. */
export interface PrintableList {
  /** 'Operations' */
  readonly title: string
  readonly print: (paper: Paper) => void
}

/** The lists with rows that are on the screen. A list in a popover comes after the lists of the page below it. */
const offered = externalValue<readonly PrintableList[]>([])

export const usePrintableLists = (): readonly PrintableList[] => useExternalValue(offered)

/** Offers a list for printing; returns a function that withdraws it. */
export const offerPrint = (list: PrintableList): (() => void) => {
  offered.set([...offered.get(), list])
  return () => offered.set(offered.get().filter((one) => one !== list))
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

/** Prints a list on the paper that the reader chose, which is the usual one from then on. */
export const printOn = (paper: Paper, { print }: PrintableList): void => {
  localStore.set(paperKey, paper)
  print(paper)
}
