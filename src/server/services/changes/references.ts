import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { categories } from '../../db/tables/categories.table.ts'
import { floorReports } from '../../db/tables/floor-reports.table.ts'
import { calendarExceptions, holidays } from '../../db/tables/holidays.table.ts'
import { operationDependencies, operations } from '../../db/tables/operations.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { shifts } from '../../db/tables/shifts.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { workIntervals } from '../../db/tables/work-intervals.table.ts'
import type { StoredEntity } from './plan.ts'

interface Source {
  readonly table: PgTable
  readonly tenant: PgColumn
  readonly id: PgColumn
}

/** A kind of record that names another kind. The named record must exist and cannot be removed. */
export interface Reference {
  readonly from: StoredEntity
  readonly to: StoredEntity
  /** Field of history with the id or the list of ids. null = the record is part of the other. */
  readonly field: string | null
  readonly source: Source
  readonly column: PgColumn
  /** The record cannot exist without the other. */
  readonly isRequired?: true
}

const operationRows: Source = { table: operations, tenant: operations.tenantId, id: operations.operationId }
const links: Source = {
  table: operationDependencies,
  tenant: operationDependencies.tenantId,
  id: operationDependencies.operationId,
}
const categoryRows: Source = { table: categories, tenant: categories.tenantId, id: categories.categoryId }
const holidayRows: Source = { table: holidays, tenant: holidays.tenantId, id: holidays.holidayId }
const exceptionRows: Source = {
  table: calendarExceptions,
  tenant: calendarExceptions.tenantId,
  id: calendarExceptions.exceptionId,
}

/** References that decide about other references come first. */
export const references: readonly Reference[] = [
  { from: 'category', to: 'shift', field: 'shiftId', source: categoryRows, column: categories.shiftId },
  {
    from: 'organisation',
    to: 'shift',
    field: 'defaultShiftId',
    source: { table: tenants, tenant: tenants.tenantId, id: tenants.tenantId },
    column: tenants.defaultShiftId,
  },
  { from: 'holiday', to: 'category', field: 'categoryId', source: holidayRows, column: holidays.categoryId },
  {
    from: 'calendarException',
    to: 'category',
    field: 'categoryId',
    source: exceptionRows,
    column: calendarExceptions.categoryId,
  },
  { from: 'operation', to: 'project', field: null, source: operationRows, column: operations.projectId },
  { from: 'operation', to: 'category', field: 'categoryId', source: operationRows, column: operations.categoryId },
  { from: 'operation', to: 'category', field: 'poolId', source: operationRows, column: operations.poolId },
  {
    from: 'operation',
    to: 'operation',
    field: 'dependencies',
    source: links,
    column: operationDependencies.predecessorId,
  },
  {
    from: 'workInterval',
    to: 'operation',
    field: 'operationId',
    source: { table: workIntervals, tenant: workIntervals.tenantId, id: workIntervals.intervalId },
    column: workIntervals.operationId,
    isRequired: true,
  },
  {
    from: 'floorReport',
    to: 'operation',
    field: 'operationId',
    source: { table: floorReports, tenant: floorReports.tenantId, id: floorReports.reportId },
    column: floorReports.operationId,
    isRequired: true,
  },
]

/** The tables of named records, by kind. */
export const sources: Partial<Readonly<Record<StoredEntity, Source>>> = {
  shift: { table: shifts, tenant: shifts.tenantId, id: shifts.shiftId },
  category: categoryRows,
  project: { table: projects, tenant: projects.tenantId, id: projects.projectId },
  operation: operationRows,
}

/** Fields whose values must be unique within a kind. */
export const uniqueFields: readonly { entity: StoredEntity; field: string; source: Source; column: PgColumn }[] = [
  {
    entity: 'shift',
    field: 'name',
    source: { table: shifts, tenant: shifts.tenantId, id: shifts.shiftId },
    column: shifts.name,
  },
  { entity: 'category', field: 'name', source: categoryRows, column: categories.name },
  {
    entity: 'project',
    field: 'projectNumber',
    source: { table: projects, tenant: projects.tenantId, id: projects.projectId },
    column: projects.projectNumber,
  },
]
