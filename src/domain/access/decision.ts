/** What a rule says: yes, or no with the reason a user reads. The server refuses with it, the screen disables with it. */
export type Decision = { readonly ok: true } | { readonly ok: false; readonly reason: string }

export const allowed: Decision = { ok: true }

export const refused = (reason: string): Decision => ({ ok: false, reason })
