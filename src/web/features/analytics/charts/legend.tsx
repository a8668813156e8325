/** The meaning of each fill of a chart, in the order of the stack from the top. */
export const Legend = ({ items }: { items: readonly { readonly name: string; readonly fill: string }[] }) => (
  <ul className="flex flex-wrap gap-x-3 gap-y-1 px-3 pb-3 text-ink-2 text-label">
    {items.map(({ name, fill }) => (
      <li key={name} className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-3 rounded-mark border border-line-2" style={{ background: fill }} />
        {name}
      </li>
    ))}
  </ul>
)
