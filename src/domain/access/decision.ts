/** The result of a rule: yes, or no with a reason for the user. The server refuses with it, and the screen disables controls with it. */
export type Decision = { readonly ok: true } | { readonly ok: false; readonly reason: string }

export const allowed: Decision = { ok: true }

export const refused = (reason: string): Decision => ({ ok: false, reason })
