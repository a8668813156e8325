import { z } from 'zod/mini'
import { type DataSource, DataSourceInput, SourceOrigin } from '#contract/data-sources.ts'
import { preprocess } from '#contract/fields.ts'
import type { ImportField } from '#contract/imports.ts'
import {
  type ClockValues,
  clockInput,
  clockValues,
  needsSecret,
  numberOf,
  type SignInValues,
  signInValues,
} from '../fields/exchange-values.ts'

/** The values of the controls. Those of kinds that are not chosen stay, and are not saved. */
export interface SourceValues {
  name: string
  origin: {
    kind: SourceOrigin['kind']
    pattern: string
    url: string
    signIn: SignInValues
  }
  secret: string
  schedule: ClockValues & { kind: DataSource['schedule']['kind'] }
  rules: { vanished: DataSource['rules']['vanished']; ours: ImportField[]; mostChangedPercent: string }
}

/** 30 %: more than an ordinary day changes, less than a file that was cut off or exported with another filter. */
const usualMostChangedPercent = 30

/** The values of a data source; null = a new one. */
export const sourceValues = (source: DataSource | null): SourceValues => {
  const { name = '', origin = null, schedule = null, rules = null } = source ?? {}
  const signIn = origin?.kind === 'address' ? origin.signIn : null
  return {
    name,
    origin: {
      kind: origin?.kind ?? 'folder',
      pattern: origin?.kind === 'folder' ? origin.pattern : '',
      url: origin?.kind === 'address' ? origin.url : '',
      signIn: signInValues(signIn),
    },
    secret: '',
    schedule: {
      kind: schedule?.kind ?? 'arrival',
      ...clockValues(schedule?.kind === 'arrival' ? null : schedule),
    },
    rules: {
      vanished: rules?.vanished ?? 'keep',
      ours: rules ? [...rules.ours] : [],
      mostChangedPercent: String(rules?.mostChangedPercent ?? usualMostChangedPercent),
    },
  }
}

/** When a file of this origin can be imported: nothing arrives at an address, and a pushed file is imported when it comes. */
export const schedulesOf: Readonly<Record<SourceOrigin['kind'], readonly DataSource['schedule']['kind'][]>> = {
  folder: ['arrival', 'hourly', 'daily'],
  address: ['hourly', 'daily'],
  pushed: ['arrival'],
}

const isSignedIn = ({ kind, signIn }: SourceValues['origin']): boolean => kind === 'address' && signIn.kind !== 'none'

const Settings = z.omit(DataSourceInput, { reading: true })
export type SourceSettings = z.infer<typeof Settings>

const addressOf = (origin: SourceOrigin | undefined) => (origin?.kind === 'address' ? origin : null)

/** The schema of the form: everything of a data source except how its file is read. */
export const settingsSchema = (source: DataSource | null) =>
  preprocess(
    ({ name, origin, secret, schedule, rules }: SourceValues) => ({
      name,
      origin,
      secret: isSignedIn(origin) && secret !== '' ? secret : undefined,
      schedule: clockInput(schedule),
      rules: { ...rules, mostChangedPercent: numberOf(rules.mostChangedPercent) },
    }),
    Settings.check(
      z.refine(
        ({ origin, secret }) =>
          secret !== undefined ||
          !needsSecret(addressOf(origin), addressOf(source?.origin), source?.hasSecret ?? false),
        { path: ['secret'], error: 'Enter what this server signs in with' },
      ),
    ),
  )

/** The origin that the controls describe; null while it is incomplete. */
export const originOf = ({ origin }: Pick<SourceValues, 'origin'>): SourceOrigin | null =>
  SourceOrigin.safeParse(origin).data ?? null

/** The fields of each step, by which a problem is found. */
export const stepFields = {
  origin: ['name', 'origin', 'secret'],
  rules: ['schedule', 'rules'],
} as const satisfies Readonly<Record<string, readonly (keyof SourceValues)[]>>
