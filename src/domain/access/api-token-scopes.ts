import type { ApiTokenScope } from '#contract/api-tokens.ts'
import { allowed, type Decision, refused } from './decision.ts'
import { type Actor, may } from './rights.ts'

/** Whether a person may create an API token with this scope. A viewer cannot create one that writes, because viewers may change nothing. */
export const mayMakeApiToken = (owner: Actor, scope: ApiTokenScope): Decision =>
  scope === 'read' || may(owner, 'reportWork').ok
    ? allowed
    : refused('You can look at the plan, so your API tokens can only read.')
