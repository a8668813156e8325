import { accessWords } from '#domain/access/access-words.ts'
import { type Actor, isAdminRole } from '#domain/access/rights.ts'
import { Chip } from '#web/ui/chip.tsx'

/** The access of a person as a chip: 'Admin', 'Planner of 2 work centers'. */
export const AccessChip = ({ actor, className }: { actor: Actor; className?: string }) => (
  <Chip tone={isAdminRole(actor.role) ? 'primary' : 'neutral'} className={className}>
    {accessWords(actor)}
  </Chip>
)
