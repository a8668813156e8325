import type { Proposal } from '#contract/proposals.ts'
import type { ListColumn } from '#web/components/data-list/list-table.ts'
import { RowsPrint } from '#web/components/print/rows-print.tsx'
import { outcomeWords } from '#web/components/proposals/outcome-words.ts'
import { listedTitle } from '#web/components/proposals/proposal-words.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { StateChip } from './state-chip.tsx'

const columns: readonly ListColumn<Proposal, DateSettings>[] = [
  { id: 'name', header: 'Proposal', meta: { plain: listedTitle } },
  { id: 'state', header: 'State', meta: { plain: ({ state }) => <StateChip state={state} /> } },
  { id: 'outcome', header: 'What it would do', meta: { plain: (proposal) => outcomeWords(proposal) } },
  { id: 'person', header: 'Created by', meta: { plain: ({ createdBy }) => createdBy } },
  {
    id: 'created',
    header: 'Created',
    meta: { plain: ({ createdAt }, dates) => formatShortDateTime(createdAt, dates) },
  },
]

const idOf = ({ proposalId }: Proposal) => proposalId

/** Prints the named proposals. */
export const ProposalsPrint = ({ proposals, dates }: { proposals: readonly Proposal[]; dates: DateSettings }) => (
  <RowsPrint
    columns={columns}
    idOf={idOf}
    title="Proposals"
    one="proposal"
    rows={proposals}
    scene={dates}
    filters={[]}
  />
)
