import type { ImportKind } from '#contract/imports.ts'

export interface ImportWords {
  readonly title: string
  readonly one: string
  /** Label of the link back, and of the button after the result. */
  readonly back: string
  readonly show: string
  readonly accept: string
  readonly formats: string
  readonly hint: string
  readonly placeholder: string
}

const stored =
  'You will see what would be created and updated, and you can correct any cell. Nothing is stored until you import.'

/** The texts of the import screen for each kind of table. */
export const importWords: Readonly<Record<ImportKind, ImportWords>> = {
  projects: {
    title: 'Import projects',
    one: 'project',
    back: 'Back to projects',
    show: 'Show projects',
    accept: '.csv,.tsv,.txt,.xlsx,.xml,.json',
    formats: 'CSV, Excel, JSON or MS Project',
    hint: `One row for each operation, with the number or name of its project. ${stored}`,
    placeholder: 'Project number\tOperation\tWork center\tHours\n1042\tCut\tSaw\t4',
  },
  workCenters: {
    title: 'Import work centers',
    one: 'work center',
    back: 'Back to work centers',
    show: 'Show work centers',
    accept: '.csv,.tsv,.txt,.xlsx,.json',
    formats: 'CSV, Excel or JSON',
    hint: `One row for each work center: its name, its parallel capacity, and the shift pattern it follows. ${stored}`,
    placeholder: 'Work center\tParallel capacity\tShift pattern\nSaw\t2\tTwo shifts',
  },
  shifts: {
    title: 'Import shift patterns',
    one: 'shift pattern',
    back: 'Back to shift patterns',
    show: 'Show shift patterns',
    accept: '.csv,.tsv,.txt,.xlsx,.json',
    formats: 'CSV, Excel or JSON',
    hint: `One row for each shift of a pattern: the days, its start and end, and its breaks. ${stored}`,
    placeholder: 'Shift pattern\tDays\tStart\tEnd\tBreaks\nTwo shifts\tMon-Fri\t06:00\t14:00\t09:00-09:15',
  },
  holidays: {
    title: 'Import holidays',
    one: 'holiday',
    back: 'Back to holidays',
    show: 'Show holidays',
    accept: '.csv,.tsv,.txt,.xlsx,.json',
    formats: 'CSV, Excel or JSON',
    hint: `One row for each closed day: its name and its date. Leave the times empty to close the whole day. ${stored}`,
    placeholder: 'Name\tDate\tClosed from\tClosed to\nChristmas Eve\t2026-12-24\t12:00\t24:00',
  },
}

const mostNames = 12
/** Names in a sentence; only the first few are listed. */
export const namesText = (names: readonly string[]): string =>
  `${names.slice(0, mostNames).join(', ')}${names.length > mostNames ? ` and ${names.length - mostNames} more` : ''}`
