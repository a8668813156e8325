import { oddsGapWords } from './odds-words.ts'

/** The cell of a list for open work without odds. `gap`: the work center because of which too little is known. */
export const NoOdds = ({ gap }: { gap: string | null }) => (
  <span className="text-ink-3" title={oddsGapWords(gap)}>
    <span aria-hidden="true">—</span>
    <span className="sr-only">{oddsGapWords(gap)}</span>
  </span>
)
