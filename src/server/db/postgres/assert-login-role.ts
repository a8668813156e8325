import type { SqlClient } from '../engine.ts'
import { systemRole, tenantRole } from '../row-level-security.ts'

interface RoleFacts {
  readonly name: string
  readonly superuser: boolean
  readonly bypasses: boolean
  readonly owns: string | null
  readonly member: boolean
  readonly inherits: boolean
}

const question = `
  select session_user as name, r.rolsuper as superuser, r.rolbypassrls as bypasses,
    (select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and pg_has_role(session_user, c.relowner, 'member')
      limit 1) as owns,
    (select count(*) = 2 and bool_and(pg_has_role(session_user, g.oid, 'member')) from pg_roles g
      where g.rolname in ('${tenantRole}', '${systemRole}')) as member,
    (select coalesce(bool_or(pg_has_role(session_user, g.oid, 'usage')), false) from pg_roles g
      where g.rolname in ('${tenantRole}', '${systemRole}')) as inherits
  from pg_roles r where r.rolname = session_user`

/** Throws, naming the cure, when the login of DATABASE_URL could see past row-level security. */
export const assertLoginRole = async (client: SqlClient): Promise<void> => {
  const { rows } = await client.query(question)
  const role = rows[0] as RoleFacts
  const refuse = (why: string): never => {
    throw new Error(`DATABASE_URL signs in as "${role.name}", ${why} Refusing to start.`)
  }
  if (role.superuser) refuse('a superuser, who sees every organisation. Use a plain login role.')
  if (role.bypasses) refuse('which has BYPASSRLS and sees every organisation. Use a plain login role.')
  if (role.owns) refuse(`which owns table "${role.owns}". Keep the owner for MIGRATION_DATABASE_URL alone.`)
  if (!role.member)
    refuse(`which may not act as ${tenantRole} and ${systemRole}. Start once with MIGRATION_DATABASE_URL set.`)
  if (role.inherits)
    refuse(
      `which inherits ${tenantRole}'s rights. Start once with MIGRATION_DATABASE_URL set, or alter it to NOINHERIT.`,
    )
}
