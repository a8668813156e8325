/** '1 operation', '3 operations'. */
export const counted = (count: number, singular: string): string => `${count} ${singular}${count === 1 ? '' : 's'}`
