/** The kind of operation that a name says, without numbers and signs: "Weld frame #12" and "weld frame 7" are one kind. */
export const kindOfName = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !/\p{N}/u.test(word))
    .join(' ')
