/** The state of the page of data sources in the URL. */
export interface SourcesSearch {
  tab?: 'exports'
  /** The data source that is shown. */
  source?: string
  /** The run of it that is shown. */
  run?: string
  /** What is edited in place of the page: a new source, the shown one, or the doubtful rows of the shown run. */
  edit?: 'new' | 'source' | 'rows'
}

const edits = ['new', 'source', 'rows'] as const
const text = (value: unknown) => (typeof value === 'string' && value.length < 99 ? value : undefined)

/** Reads the URL; unknown values are ignored. */
export const readSourcesSearch = ({ tab, source, run, edit }: Record<string, unknown>): SourcesSearch => {
  const shown = text(source)
  const ofRun = text(run)
  const edited = edits.find((one) => one === edit)
  return {
    ...(tab === 'exports' && { tab }),
    ...(shown && { source: shown }),
    ...(ofRun && { run: ofRun }),
    ...(edited && { edit: edited }),
  }
}

export type OnSourcesSearch = (search: SourcesSearch) => void
