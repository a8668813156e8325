import { valueAt } from '#domain/value-at.ts'
import type { SqlClient } from '../engine.ts'
import { systemRole, tenantRole } from '../row-level-security.ts'

interface RoleFacts {
  readonly name: string
  readonly superuser: boolean
  readonly bypasses: boolean
  readonly owns: string | null
  readonly asker: string
  readonly mayBeAsker: boolean
  readonly member: boolean
  readonly inherits: boolean
}

const question = `
  select r.rolname as name, r.rolsuper as superuser, r.rolbypassrls as bypasses,
    (select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and pg_has_role(r.oid, c.relowner, 'member')
      limit 1) as owns,
    session_user as asker, pg_has_role(r.oid, session_user, 'member') as "mayBeAsker",
    (select count(*) = 2 and bool_and(pg_has_role(r.oid, g.oid, 'member')) from pg_roles g
      where g.rolname in ('${tenantRole}', '${systemRole}')) as member,
    (select coalesce(bool_or(pg_has_role(r.oid, g.oid, 'usage')), false) from pg_roles g
      where g.rolname in ('${tenantRole}', '${systemRole}')) as inherits
  from pg_roles r where r.rolname = coalesce($1::name, session_user)`

const cure = 'Run "npm run db:migrate", or start once with MIGRATION_DATABASE_URL set'

const refuse = (name: string, why: string): never => {
  throw new Error(`DATABASE_URL signs in as "${name}", ${why} Refusing to start.`)
}

const assertPlain = ({ name, superuser, bypasses, owns }: RoleFacts): void => {
  if (superuser) refuse(name, 'a superuser, who sees every organization. Use a plain login role.')
  if (bypasses) refuse(name, 'which has BYPASSRLS and sees every organization. Use a plain login role.')
  if (owns) refuse(name, `which owns table "${owns}". Keep the owner for MIGRATION_DATABASE_URL alone.`)
}

/**
 * Runs on the owner's connection before anything is changed. Throws, with the remedy, when the login of DATABASE_URL does
 * not exist, could bypass row-level security, or is the owner itself.
 */
export const assertNotOwner = async (owner: SqlClient, login: string): Promise<void> => {
  const { rows } = await owner.query(question, [login])
  const [role] = rows as RoleFacts[]
  if (!role)
    throw new Error(`The role "${login}" of DATABASE_URL does not exist: create it first, with LOGIN and a password.`)
  if (role.name === role.asker && !role.superuser)
    refuse(role.name, 'as MIGRATION_DATABASE_URL does. Make a second login, which owns nothing. Nothing was changed.')
  assertPlain(role)
  if (role.mayBeAsker)
    refuse(role.name, `which may act as the owner, "${role.asker}". Revoke that membership. Nothing was changed.`)
}

/** Throws, with the remedy, when the login of DATABASE_URL could bypass row-level security. */
export const assertLoginRole = async (client: SqlClient): Promise<void> => {
  const { rows } = await client.query(question, [null])
  const role = valueAt(rows as RoleFacts[], 0)
  assertPlain(role)
  if (!role.member) refuse(role.name, `which may not act as ${tenantRole} and ${systemRole}. ${cure}.`)
  if (role.inherits) refuse(role.name, `which inherits ${tenantRole}'s rights. ${cure}, or alter it to NOINHERIT.`)
}
