/** Passes a channel's name through when it is a plain word: names cannot be parameters of LISTEN. */
export const channelName = (name: string): string => {
  if (!/^[a-z][a-z_]{0,50}$/.test(name)) throw new TypeError(`Not a channel name: ${name}`)
  return name
}
