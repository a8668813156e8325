// Carries work orders from Odoo to Scheduler, and dates of the plan back. Needs Node.js 20 or newer and nothing else.
//
//   node odoo.mjs orders     the open work orders of Odoo become the file of a data source
//   node odoo.mjs dates      the forecast end of each manufacturing order is written into a date field of Odoo
//
// SCHEDULER, SCHEDULER_TOKEN     the address of Scheduler, and an API token that reads and plans
// SCHEDULER_SOURCE               id of a data source that takes pushed files (for orders)
// SCHEDULER_EXPORT               id of a scheduled export: dates of projects, JSON (for dates)
// ODOO, ODOO_KEY                 the address of Odoo, and an API key of a user who reads and changes manufacturing orders
// ODOO_DATABASE                  the database; needed before Odoo 19, and where one server has several
// ODOO_LOGIN                     only before Odoo 19: the login of the user of the key
// ODOO_DATE_FIELD                a field of the type Date in manufacturing orders, x_forecast_end by default

const need = (name) => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value.replace(/\/$/, '')
}

/** The JSON of an answer. Throws with what the other system says when it refuses. */
const ask = async (url, { headers, ...request }) => {
  const answer = await fetch(url, { ...request, headers, signal: AbortSignal.timeout(120_000) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}: ${text.slice(0, 500)}`)
  return text === '' ? null : JSON.parse(text)
}

const post = (url, body, headers = {}) =>
  ask(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'User-Agent': 'Scheduler recipe', ...headers },
    body: JSON.stringify(body),
  })

/** Before Odoo 19: a JSON-RPC call, which answers errors with the status 200. */
const rpc = async (service, method, args) => {
  const { error, result } = await post(`${need('ODOO')}/jsonrpc`, {
    jsonrpc: '2.0',
    method: 'call',
    params: { service, method, args },
  })
  if (error) throw new Error(`Odoo refused: ${error.data?.message ?? error.message}`)
  return result
}

let userId

/** Calls a method of a model with named arguments; `ids` are the records of a method such as write. */
const odoo = async (model, method, { ids, ...named }) => {
  const [key, database, login] = [need('ODOO_KEY'), process.env.ODOO_DATABASE, process.env.ODOO_LOGIN]
  if (!login) {
    const headers = { Authorization: `bearer ${key}`, ...(database && { 'X-Odoo-Database': database }) }
    return post(`${need('ODOO')}/json/2/${model}/${method}`, { ...(ids && { ids }), ...named }, headers)
  }
  userId ??= await rpc('common', 'login', [database, login, key])
  if (!userId) throw new Error('Odoo refused the login or the key')
  return rpc('object', 'execute_kw', [database, userId, key, model, method, ids ? [ids] : [], named])
}

const atOnce = 1_000

/** All records that match, a thousand at a time. */
const readAll = async (model, domain, fields) => {
  const found = []
  for (let offset = 0; ; offset += atOnce) {
    const part = await odoo(model, 'search_read', { domain, fields, offset, limit: atOnce, order: 'id' })
    found.push(...part)
    if (part.length < atOnce) return found
  }
}

// Odoo writes false for an empty value, a pair of id and name for a link, and times in UTC without saying so.
const filled = (value) => (value === false ? null : value)
const idOf = (link) => (link ? link[0] : null)
const nameOf = (link) => (link ? link[1] : null)
const instantOf = (text) => (text ? `${text.replace(' ', 'T')}Z` : null)

const scheduler = (path, request = {}) =>
  ask(`${need('SCHEDULER')}/api/${path}`, {
    ...request,
    headers: { Authorization: `Bearer ${need('SCHEDULER_TOKEN')}`, ...request.headers },
  })

const sendOrders = async () => {
  const open = ['state', 'not in', ['done', 'cancel']]
  const productions = await readAll(
    'mrp.production',
    [open, ['state', '!=', 'draft']],
    ['name', 'product_id', 'product_qty', 'date_deadline'],
  )
  const orderOf = new Map(productions.map((production) => [production.id, production]))
  const workOrders = await readAll(
    'mrp.workorder',
    [open, ['production_id', 'in', [...orderOf.keys()]]],
    ['name', 'production_id', 'workcenter_id', 'sequence', 'duration_expected'],
  )
  const records = workOrders.flatMap((work) => {
    const order = orderOf.get(idOf(work.production_id))
    if (!order) return []
    return [
      {
        'Project ID': order.id,
        'Project number': order.name,
        'Project name': nameOf(order.product_id),
        'Planned ship date': instantOf(order.date_deadline),
        'Operation ID': work.id,
        Sequence: work.sequence,
        Operation: work.name,
        'Work center': nameOf(work.workcenter_id),
        Minutes: filled(work.duration_expected),
        Quantity: filled(order.product_qty),
      },
    ]
  })
  if (records.length === 0) throw new Error('Odoo has no open work orders, so nothing was sent')
  await scheduler(`sources/${need('SCHEDULER_SOURCE')}/file?name=odoo.json`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(records),
  })
  console.log(`${records.length} work orders sent`)
}

const writeDates = async () => {
  const field = process.env.ODOO_DATE_FIELD || 'x_forecast_end'
  const { projects } = await scheduler(`scheduled-exports/${need('SCHEDULER_EXPORT')}/file`)
  const wanted = new Map(
    projects.flatMap(({ externalId, forecastEnd }) => (externalId ? [[Number(externalId), forecastEnd]] : [])),
  )
  const known = await readAll('mrp.production', [['id', 'in', [...wanted.keys()]]], [field])
  const changed = known.filter(({ id, [field]: date }) => filled(date) !== wanted.get(id))
  const byDate = new Map()
  for (const { id } of changed) byDate.set(wanted.get(id), [...(byDate.get(wanted.get(id)) ?? []), id])
  for (const [date, ids] of byDate) {
    await odoo('mrp.production', 'write', { ids, vals: { [field]: date ?? false } })
  }
  console.log(`${changed.length} of ${wanted.size} dates changed`)
}

const tasks = { orders: sendOrders, dates: writeDates }
try {
  const task = tasks[process.argv[2]]
  if (!task) throw new Error('Say what to do: node odoo.mjs orders, or node odoo.mjs dates')
  await task()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
