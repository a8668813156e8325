import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'

/** Paper sizes in millimeters, portrait. */
const papers = { A4: [210, 297], Letter: [216, 279] } as const
export type Paper = keyof typeof papers

const marginMm = 10

/** The area inside the margins of a landscape page, in millimeters: width and height. */
export const roomOn = (paper: Paper): readonly [number, number] => {
  const [short, long] = papers[paper]
  return [long - 2 * marginMm, short - 2 * marginMm]
}

/** Shows only the sheet on paper, and everything but the sheet on screen. */
const rulesFor = (paper: Paper, upright: boolean) => `
  @page { size: ${paper === 'A4' ? 'A4' : 'letter'} ${upright ? 'portrait' : 'landscape'}; margin: ${marginMm}mm }
  @media print {
    body > *:not([data-print]) { display: none !important }
    html, body { height: auto !important; overflow: visible !important; background: none !important }
    [data-print] { print-color-adjust: exact; -webkit-print-color-adjust: exact }
    [data-print] .print-page { break-after: page; break-inside: avoid }
    [data-print] .print-page:last-child { break-after: auto }
    [data-print] .print-page svg { width: 100%; height: auto }
    [data-print] tr { break-inside: avoid }
  }
  @media screen { [data-print] { display: none } }`

interface PrintSheetProps {
  readonly paper: Paper
  readonly upright?: boolean
  readonly onDone: () => void
  /** One element of the class `print-page` per page, or a table that spans as many pages as it needs. */
  readonly children: ReactNode
}

/** Prints its children in the light theme (or saves a PDF, if the browser offers that), and then calls `onDone`. */
export function PrintSheet({ paper, upright = false, onDone, children }: PrintSheetProps) {
  useEffect(() => {
    const { dataset } = document.documentElement
    const { theme } = dataset
    dataset.theme = 'light'
    const done = () => {
      if (theme === undefined) delete dataset.theme
      else dataset.theme = theme
      onDone()
    }
    window.addEventListener('afterprint', done, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [onDone])
  return createPortal(
    <div data-print="" className="text-body text-ink">
      <style>{rulesFor(paper, upright)}</style>
      {children}
    </div>,
    document.body,
  )
}
