import type { ApiTokenScope } from '#contract/api-tokens.ts'
import { allowed, type Decision, refused } from './decision.ts'
import { type Actor, may } from './rights.ts'

/** Whether a person may make an API token with this scope. A person who can only look has nothing for a token to change. */
export const mayMakeApiToken = (owner: Actor, scope: ApiTokenScope): Decision =>
  scope === 'read' || may(owner, 'reportWork').ok
    ? allowed
    : refused('You can look at the plan, so your API tokens can only read.')
