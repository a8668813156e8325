/**
 * The result of a rule: allowed, or refused with a reason for the user. The server answers with the reason, and the
 * screen disables the control with it.
 */
export type Decision = { readonly ok: true } | { readonly ok: false; readonly reason: string }

export const allowed: Decision = { ok: true }

export const refused = (reason: string): Decision => ({ ok: false, reason })
