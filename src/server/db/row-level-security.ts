import type { SqlClient } from './engine.ts'

/** Role of every transaction of `withTenant`: it sees one organization. */
export const tenantRole = 'app_rw'
/** Role of every transaction of `withSystem`: it sees all organizations, but only a few tables. */
export const systemRole = 'app_system'

interface TableAccess {
  /** Rights of an organization on its own rows; all four by default. */
  readonly tenant?: string
  /** For a table without `tenant_id`: the rows an organization may see. */
  readonly tenantRows?: string
  /** Rights of the system path; none by default. */
  readonly system?: string
}

const currentTenant = `nullif(current_setting('app.tenant_id', true), '')::uuid`
const everything = 'select, insert, update, delete'

/**
 * Exceptions to the rule. The rule: an organization has all rights on its rows of a table with `tenant_id`, and the
 * system path has none; a table without `tenant_id` is closed to both. So a new table is closed by default.
 */
export const tableAccess: Readonly<Record<string, TableAccess>> = {
  // Sessions depend on the name, zone and status: see `write-settings.ts`.
  tenants: {
    tenant: `select, update (freeze_working_days, default_shift_id, week_starts_on, project_number_prefix, last_project_number,
      plan_version, change_number, plan_id, plan_outdated, told_plan_version, told_day, import_columns, version, modified_at, modified_by)`,
    system: everything,
  },
  memberships: { tenant: 'select', system: everything },
  // An invitation is accepted by a person who has no organization yet.
  invitations: { tenant: 'select', system: everything },
  users: {
    tenant: 'select (user_id, email, name, display_name, avatar_url, status, preferences, settings, created_at)',
    tenantRows: `exists (select from public.memberships m where m.user_id = users.user_id and m.tenant_id = ${currentTenant})`,
    system: everything,
  },
  sessions: { system: everything },
  notification_tokens: { system: everything },
  sign_in_throttle: { system: everything },
  known_devices: { system: everything },
  second_factors: { system: everything },
  recovery_codes: { system: everything },
  pending_sign_ins: { system: everything },
  sign_ins: { system: everything },
  single_sign_on_links: { system: everything },
  pending_single_sign_ons: { system: everything },
  // An organization cannot delete its history. The system path deletes what is older than the organization wants to keep.
  history_entries: { tenant: 'select, insert', system: 'select, insert, update, delete' },
  change_sets: { system: 'select, delete' },
  idempotency_keys: { system: 'select, delete' },
  // The system path records its changes of an organization, such as the zone, here too.
  shop_changes: { system: 'select, insert, delete' },
  // Needed to count projects per organization, to keep the history of open ones, and to delete an organization in the order of its foreign keys.
  projects: { system: 'select (tenant_id, project_id, current_phase), delete' },
  operations: { system: 'select (tenant_id)' },
  // An organization is created with its first plan, and its plans are deleted one by one.
  plans: { system: 'select, insert, delete' },
  categories: { system: 'select (tenant_id), delete' },
  access_requests: { system: everything },
  password_resets: { system: everything },
  // A message is looked up by its own id, and its recipient may have no organization.
  mail_outbox: { system: everything },
  // The system path writes the digests of all organizations; their contents are read as the organization.
  lateness_digests: { tenant: 'select', system: 'select, insert, update' },
  // Organizations whose plan of the morning is due are found for all.
  morning_plans: { tenant: everything, system: 'select (tenant_id, day, claimed_at, tries, outcome)' },
  // Sources that are due are found and claimed for all organizations; everything else is read as the organization.
  data_sources: {
    tenant: everything,
    system: 'select (tenant_id, source_id, next_run_at, claimed_until), update (claimed_until)',
  },
  scheduling_runs: { system: 'select, update' },
  // The system path writes access requests and members, and their notifications with them.
  notifications: { system: everything },
  // The sender of webhooks works for all organizations.
  webhooks: { system: 'select' },
  webhook_deliveries: { system: 'select, update, delete' },
  // Exports of dates that are due are found and claimed for all organizations; their settings are read as the organization.
  scheduled_exports: {
    tenant: everything,
    system: 'select (tenant_id, export_id, next_at, claimed_until), update (claimed_until)',
  },
  // A token is found before the organization is known, and deleted with the member.
  api_tokens: { system: 'select, update (last_used_at), delete' },
  // Old calls are found for all organizations, and a member's own are deleted with the member.
  assistant_calls: { system: 'select (tenant_id, user_id, at), delete' },
  // A feed is found by the token in its address, and deleted with the member.
  calendar_feeds: { system: 'select, update (last_read_at), delete' },
  // A status link is found by the token in its address, before the organization is known.
  status_links: { system: 'select, update (opened_count, last_opened_at)' },
  // A device is found by its code or its cookie before the organization is known.
  floor_devices: {
    system: 'select, update (code_hash, code_expires_at, credential_hash, signed_in_at, last_seen_at)',
  },
  // Old names on reports are found for all organizations.
  work_intervals: { system: 'select (tenant_id, started_at, worker_name)' },
  floor_reports: { system: 'select (tenant_id, at)' },
  // Organizations whose forecasts of this week are to be stored, and those with old ones, are found for all.
  forecasts: { system: 'select (tenant_id, recorded_week)' },
  past_forecasts: { system: 'select (tenant_id, week)' },
  // Private views are deleted with the member.
  saved_views: { system: 'select, delete' },
  saved_view_defaults: { system: 'select, delete' },
}

const policiesOf = (table: string, hasTenantId: boolean, access: TableAccess): string[] => {
  const name = `public."${table}"`
  const tenantRights = access.tenant ?? (hasTenantId ? everything : null)
  const ownRows = hasTenantId ? `tenant_id = ${currentTenant}` : access.tenantRows
  return [
    `alter table ${name} enable row level security`,
    `alter table ${name} force row level security`,
    `revoke all on ${name} from public, ${tenantRole}, ${systemRole}`,
    ...['tenant_isolation', 'system_access'].map((policy) => `drop policy if exists ${policy} on ${name}`),
    ...(tenantRights && ownRows
      ? [
          `grant ${tenantRights} on ${name} to ${tenantRole}`,
          `create policy tenant_isolation on ${name} to ${tenantRole} using (${ownRows}) with check (${hasTenantId ? ownRows : 'false'})`,
        ]
      : []),
    ...(access.system
      ? [
          `grant ${access.system} on ${name} to ${systemRole}`,
          `create policy system_access on ${name} to ${systemRole} using (true) with check (true)`,
        ]
      : []),
  ]
}

/** Creates the two roles if they are missing; several databases of one cluster may try at once. */
export const rolesSql = [tenantRole, systemRole]
  .map(
    (role) => `do $$ begin
      if to_regrole('${role}') is null then create role ${role} nologin noinherit; end if;
    exception when duplicate_object or unique_violation then null; end $$`,
  )
  .join(';\n')

/** Statements that enforce the policy on every table of schema public; running them again changes nothing. */
export const policySql = async (
  client: SqlClient,
  access: Readonly<Record<string, TableAccess>> = tableAccess,
): Promise<string> => {
  const { rows } = await client.query(`
    select c.relname as "table", exists (select from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as "hasTenantId"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`)
  const tables = rows as { table: string; hasTenantId: boolean }[]
  return [
    `grant usage on schema public to ${tenantRole}, ${systemRole}`,
    ...tables.flatMap(({ table, hasTenantId }) => policiesOf(table, hasTenantId, access[table] ?? {})),
    `grant usage on all sequences in schema public to ${tenantRole}, ${systemRole}`,
  ].join(';\n')
}
