import { planFormat, ShopFile, ShopPlanFile, shopFormat } from '#contract/shop-files.ts'

/** A shop or plan file that cannot be used; the message names the place and the reason. */
export class ShopFileError extends Error {
  override readonly name = 'ShopFileError'
}

type Issue = NonNullable<ReturnType<typeof ShopFile.safeParse>['error']>['issues'][number]

/** `projects[3].operations[2].hours` */
const placeOf = (path: Issue['path']): string =>
  path.reduce<string>((place, part) => {
    if (typeof part === 'number') return `${place}[${part}]`
    return place === '' ? String(part) : `${place}.${String(part)}`
  }, '')

const reasonOf = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return `a value of the type ${issue.expected} is missing or has another type`
    case 'unrecognized_keys':
      return `unknown fields: ${issue.keys.join(', ')}`
    case 'too_small':
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`
    case 'invalid_value':
      return `must be one of: ${issue.values.map(String).join(', ')}`
    case 'custom':
      return issue.message
    default:
      return 'is not what the format describes'
  }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new ShopFileError('The file is not JSON.')
  }
}

const formatOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined

/** Refuses a file of another format or version before its fields are looked at. */
const expectFormat = (value: unknown, wanted: string): void => {
  const format = formatOf(value)
  if (format === wanted) return
  const found = typeof format === 'string' ? `it is "${format}"` : 'it names none'
  throw new ShopFileError(`The format of the file must be "${wanted}", but ${found}.`)
}

const mostNamed = 5

const refuse = (issues: readonly Issue[]): never => {
  const lines = issues.slice(0, mostNamed).map((issue) => `${placeOf(issue.path) || 'the file'}: ${reasonOf(issue)}`)
  const more = issues.length > mostNamed ? [`and ${issues.length - mostNamed} more`] : []
  throw new ShopFileError(['The file cannot be used:', ...lines, ...more].join('\n  '))
}

/** Positions in the file that point to nothing. */
const missingTargets = ({ shift, shifts, holidays, exceptions, capacities, centers, projects }: ShopFile): string[] => {
  const found: string[] = []
  const count = projects.reduce((sum, { operations }) => sum + operations.length, 0)
  const expect = (place: string, what: string, position: number | null | undefined, size: number): void => {
    if (position != null && position >= size) found.push(`${place}: there is no ${what} ${position}`)
  }
  expect('shift', 'shift pattern', shift, shifts.length)
  centers.forEach((center, i) => {
    expect(`centers[${i}].shift`, 'shift pattern', center.shift, shifts.length)
  })
  for (const [name, list] of Object.entries({ holidays, exceptions, capacities })) {
    list.forEach(({ center }, i) => {
      expect(`${name}[${i}].center`, 'center', center, centers.length)
    })
  }
  projects.forEach(({ operations }, project) => {
    operations.forEach((operation, i) => {
      const place = `projects[${project}].operations[${i}]`
      expect(`${place}.center`, 'center', operation.center, centers.length)
      expect(`${place}.pool`, 'center', operation.pool, centers.length)
      for (const [center] of operation.alternatives ?? []) {
        expect(`${place}.alternatives`, 'center', center, centers.length)
      }
      for (const link of operation.after ?? []) {
        expect(`${place}.after`, 'operation', typeof link === 'number' ? link : link.operation, count)
      }
    })
  })
  return found
}

const refuseTargets = (targets: readonly string[]): void => {
  if (targets.length === 0) return
  const more = targets.length > mostNamed ? [`and ${targets.length - mostNamed} more`] : []
  throw new ShopFileError(['The file cannot be used:', ...targets.slice(0, mostNamed), ...more].join('\n  '))
}

/** Reads the text of a shop file. Throws `ShopFileError`. */
export const parseShopFile = (text: string): ShopFile => {
  const value = jsonOf(text)
  expectFormat(value, shopFormat)
  const { data, error } = ShopFile.safeParse(value)
  if (!data) return refuse(error?.issues ?? [])
  refuseTargets(missingTargets(data))
  return data
}

/** Reads the text of a plan for a shop. Throws `ShopFileError`, also for a plan of another shop. */
export const parsePlanFile = (text: string, shop: ShopFile): ShopPlanFile => {
  const value = jsonOf(text)
  expectFormat(value, planFormat)
  const { data, error } = ShopPlanFile.safeParse(value)
  if (!data) return refuse(error?.issues ?? [])
  if (data.shop !== shop.name) throw new ShopFileError(`The plan is for "${data.shop}", not for "${shop.name}".`)
  const count = shop.projects.reduce((sum, { operations }) => sum + operations.length, 0)
  if (data.starts.length !== count) {
    throw new ShopFileError(`The plan has ${data.starts.length} starts, but the shop has ${count} operations.`)
  }
  refuseTargets(
    (data.centers ?? []).flatMap(([operation, center], i) => {
      const missing = operation >= count ? `operation ${operation}` : `center ${center}`
      return operation < count && center < shop.centers.length ? [] : [`centers[${i}]: there is no ${missing}`]
    }),
  )
  return data
}
