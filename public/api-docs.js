// Shows and sends the forms of /api/docs. A file of its own because the page allows no inline script.
;(() => {
  const mostCharacters = 20_000
  const token = document.querySelector('#token')

  const headersOf = (form, method, body) => ({
    ...Object.fromEntries(
      [...new FormData(form)]
        .filter(([name, value]) => name.startsWith('header:') && value)
        .map(([name, value]) => [name.slice(7), value]),
    ),
    ...(token.value ? { Authorization: `Bearer ${token.value.trim()}` } : {}),
    ...(method === 'GET' ? {} : { 'X-Requested-With': 'api-docs' }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  })

  /** The address of a call, with its parameters; empty ones are left out of the query. */
  const addressOf = (form) => {
    const values = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    const path = form.dataset.path.replaceAll(/:(\w+)/g, (_, name) =>
      encodeURIComponent(values.find(([key]) => key === `path:${name}`)?.[1] ?? ''),
    )
    const query = new URLSearchParams()
    for (const [key, value] of values) if (key.startsWith('query:') && value) query.append(key.slice(6), value)
    return query.size > 0 ? `${path}?${query}` : path
  }

  const readable = (text) => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2)
    } catch {
      return text
    }
  }

  const send = async (form) => {
    const { method } = form.dataset
    const body = form.elements.body?.value
    const startedAt = performance.now()
    const answer = await fetch(addressOf(form), {
      method,
      body,
      headers: headersOf(form, method, body),
      credentials: token.value ? 'omit' : 'same-origin',
    })
    const text = readable(await answer.text())
    const shown =
      text.length > mostCharacters ? `${text.slice(0, mostCharacters)}\n... (${text.length} characters)` : text
    return `${answer.status} ${answer.statusText} in ${Math.round(performance.now() - startedAt)} ms\n${shown}`
  }

  document.addEventListener('submit', async (event) => {
    event.preventDefault()
    const form = event.target
    const output = form.querySelector('output')
    const button = form.querySelector('button')
    if (!output || button.disabled) return
    button.disabled = true
    const block = document.createElement('pre')
    block.tabIndex = 0
    block.textContent = await send(form).catch(() => 'The server did not answer.')
    output.replaceChildren(block)
    button.disabled = false
  })

  for (const form of document.forms) form.hidden = false
  const linked = document.getElementById(location.hash.slice(1))
  if (linked instanceof HTMLDetailsElement) linked.open = true
})()
