import { z } from 'zod/mini'
import { type DataSource, DataSourceInput, SourceOrigin } from '#contract/data-sources.ts'
import type { AddressSignIn } from '#contract/exchange.ts'
import { preprocess } from '#contract/fields.ts'
import type { ImportField } from '#contract/imports.ts'
import { dayNames } from '../source-words.ts'

/** The values of the controls. Those of kinds that are not chosen stay, and are not saved. */
export interface SourceValues {
  name: string
  origin: {
    kind: SourceOrigin['kind']
    pattern: string
    url: string
    signIn: { kind: AddressSignIn['kind']; header: string; user: string }
  }
  secret: string
  schedule: {
    kind: DataSource['schedule']['kind']
    minute: string
    at: string
    /** By weekday, from Monday. */
    weekdays: boolean[]
  }
  rules: { vanished: DataSource['rules']['vanished']; ours: ImportField[]; mostChangedPercent: string }
}

/** 30 %: more than an ordinary day changes, less than a file that was cut off or exported with another filter. */
const usualMostChangedPercent = 30

/** The values of a data source; null = a new one. */
export const sourceValues = (source: DataSource | null): SourceValues => {
  const { name = '', origin = null, schedule = null, rules = null } = source ?? {}
  const signIn = origin?.kind === 'address' ? origin.signIn : null
  const chosen = schedule?.kind === 'daily' ? schedule.weekdays : [1, 2, 3, 4, 5]
  return {
    name,
    origin: {
      kind: origin?.kind ?? 'folder',
      pattern: origin?.kind === 'folder' ? origin.pattern : '',
      url: origin?.kind === 'address' ? origin.url : '',
      signIn: {
        kind: signIn?.kind ?? 'none',
        header: signIn?.kind === 'header' ? signIn.header : 'Authorization',
        user: signIn?.kind === 'basic' ? signIn.user : '',
      },
    },
    secret: '',
    schedule: {
      kind: schedule?.kind ?? 'arrival',
      minute: schedule?.kind === 'hourly' ? String(schedule.minute) : '0',
      at: schedule?.kind === 'daily' ? schedule.at : '05:30',
      weekdays: dayNames.map((_, index) => chosen.includes(index + 1)),
    },
    rules: {
      vanished: rules?.vanished ?? 'keep',
      ours: rules ? [...rules.ours] : [],
      mostChangedPercent: String(rules?.mostChangedPercent ?? usualMostChangedPercent),
    },
  }
}

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** When a file of this origin can be imported: nothing arrives at an address, and a pushed file is imported when it comes. */
export const schedulesOf: Readonly<Record<SourceOrigin['kind'], readonly DataSource['schedule']['kind'][]>> = {
  folder: ['arrival', 'hourly', 'daily'],
  address: ['hourly', 'daily'],
  pushed: ['arrival'],
}

const isSignedIn = ({ kind, signIn }: SourceValues['origin']): boolean => kind === 'address' && signIn.kind !== 'none'

const Settings = z.omit(DataSourceInput, { reading: true })
export type SourceSettings = z.infer<typeof Settings>

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null)

/** Whether the sign-in has no secret yet, or another host than the one for which it was entered. */
const needsSecret = (origin: SourceOrigin, source: DataSource | null): boolean => {
  if (origin.kind !== 'address' || origin.signIn.kind === 'none') return false
  const before = source?.origin
  const isKept =
    source?.hasSecret &&
    before?.kind === 'address' &&
    before.signIn.kind === origin.signIn.kind &&
    hostOf(before.url) === hostOf(origin.url)
  return !isKept
}

/** The schema of the form: everything of a data source except how its file is read. */
export const settingsSchema = (source: DataSource | null) =>
  preprocess(
    ({ name, origin, secret, schedule, rules }: SourceValues) => ({
      name,
      origin,
      secret: isSignedIn(origin) && secret !== '' ? secret : undefined,
      schedule: {
        ...schedule,
        minute: numberOf(schedule.minute),
        weekdays: schedule.weekdays.flatMap((isChosen, index) => (isChosen ? [index + 1] : [])),
      },
      rules: { ...rules, mostChangedPercent: numberOf(rules.mostChangedPercent) },
    }),
    Settings.check(
      z.refine(({ origin, secret }) => secret !== undefined || !needsSecret(origin, source), {
        path: ['secret'],
        error: 'Enter what this server signs in with',
      }),
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
